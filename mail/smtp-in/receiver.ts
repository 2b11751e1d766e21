import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import type { SharedCounters } from '../host/shared-counters.ts';
import { normalAddress } from '../message/address.ts';
import type { Message } from '../message/message.ts';
import { newId } from '../message/message-id.ts';
import { ClosingReplyError, SmtpReplyError } from '../message/smtp-reply-error.ts';
import type { Settings } from '../options.ts';
import { EnvelopePolicy, type EnvelopePolicyOptions } from './envelope-checks.ts';
import { RateLimiter } from './rate-limits.ts';
import type { AcceptedRecipient } from './recipient.ts';
import { SmtpServer } from './server.ts';
import { collectMessage, MemoryBudget, sweepSpool } from './spool.ts';

/** The envelope of a received message and the client that sent it. */
export interface Transaction {
  id: string;
  /** Envelope sender; empty for the null sender. */
  from: string;
  recipients: AcceptedRecipient[];
  client: { address: string; helo: string; protocol: string };
  /** The client announced SMTPUTF8. */
  utf8: boolean;
  /** Whether the client has disconnected, so that it cannot receive a reply. */
  isGone(): boolean;
}

/** Processes a received message. Resolves with the text of the 250 reply; rejects with a SmtpReplyError or AbortConnection. */
export type Accept = (message: Message, transaction: Transaction) => Promise<string>;

/** The outcome is unknown, so any reply could be wrong: drop the connection, and the client retries. */
export class AbortConnection extends Error {
  override name = 'AbortConnection';
}

export interface Receiver {
  /** With `shared`, several processes listen on one port and the kernel distributes connections (Linux only). */
  listen(port: number, host?: string, shared?: boolean): Promise<AddressInfo>;
  /** Stops accepting connections, waits up to `closeTimeout` for messages in transfer, then closes. */
  close(): Promise<void>;
  /** Sets the certificate for new connections. */
  setTls(tls: { key: string | Buffer; cert: string | Buffer }): void;
}

export interface ReceiverParts extends Omit<EnvelopePolicyOptions, 'limiter'> {
  accept: Accept;
  counters: SharedCounters;
}

/** Bytes of all messages in memory; beyond it, a message is spooled to disk once its header is complete. */
const MEMORY_BUDGET = 32 * 1024 * 1024;

/** The decision about a recipient, stored on smtp-server's address object so that RSET and EHLO discard both. */
const ACCEPTED = Symbol('accepted');
type Decided = { [ACCEPTED]?: AcceptedRecipient };

/** Delay in milliseconds of each reply to a client that named many unknown recipients. */
const REJECTION_DELAY = 1000;

/** If the transaction took longer, in milliseconds, the recipients are looked up again after DATA. */
const RECHECK_AFTER = 2000;

/** Creates the SMTP server: checks the envelope, receives the message, passes it to `accept`. */
export function createReceiver(settings: Settings, parts: ReceiverParts): Receiver {
  const { accept, counters, clock, log } = parts;
  const { limits, messageTimeout, greetingDelay } = settings;
  const limiter = new RateLimiter(limits, settings.networkLimits, counters);
  const memory = new MemoryBudget(MEMORY_BUDGET);
  const policy = new EnvelopePolicy({ ...parts, limiter });

  const server = new SmtpServer(
    {
      name: settings.hostname,
      heloResponse: '%s greets %s',
      size: settings.size,
      rejectOversized: true,
      maxRecipients: settings.maxRecipients,
      maxClients: settings.maxClients,
      maxCommandLength: 4096,
      socketTimeout: settings.socketTimeout,
      closeTimeout: settings.closeTimeout,
      hideENHANCEDSTATUSCODES: false,
      disableReverseLookup: true,
      // Real senders have local parts with a trailing dot or two consecutive dots. Recipients are checked by recipient.ts.
      lenientAddressParsing: true,
      authOptional: true,
      disabledCommands: ['AUTH', 'XCLIENT', 'XFORWARD', 'WIZ', 'SHELL', 'KILL', ...(settings.tls ? [] : ['STARTTLS'])],
      logger: false,
      // See Connection.handleHalfClose.
      allowHalfOpen: true,
      ...settings.tls,

      onConnect(session, callback) {
        policy.startDnsblLookup(session);
        callback();
      },

      onMailFrom(address, session, callback) {
        callback(policy.checkSender(address.address && normalAddress(address.address), session));
      },

      onRcptTo(address, session, callback) {
        const connection = server.find(session.id);
        if (connection && session.envelope.rcptTo.length === 0) connection.firstRecipientAt = performance.now();
        policy.checkRecipient(address.address, session).then(
          (recipient) => {
            (address as Decided)[ACCEPTED] = recipient;
            callback();
          },
          (error: Error) => {
            if (error.cause)
              log.error(
                { event: 'mail.smtp.recipient_lookup_failed', err: error.cause, recipient: address.address },
                'recipient lookup failed',
              );
            rejectRecipient(asReplyError(error), session, callback);
          },
        );
      },

      onData(stream, session, callback) {
        receive(stream, session).then(
          (text) => callback(null, text),
          (error: Error) => {
            if (error instanceof AbortConnection) return server.find(session.id)?.abort();
            if (error instanceof ClosingReplyError) server.find(session.id)?.endAfterReply();
            if (!(error instanceof SmtpReplyError))
              log.warn(
                { event: 'mail.smtp.receive_failed', err: error, session: session.id },
                'message rejected after an internal error',
              );
            callback(asReplyError(error));
          },
        );
      },
    },
    { messageTimeout, limits, limiter, greetingDelay },
  );
  server.on('error', (error: Error) =>
    log.debug({ event: 'mail.smtp.connection_failed', err: error }, 'smtp connection failed'),
  );

  /** Delays replies to clients that guess recipients, then closes the connection. */
  function rejectRecipient(
    refusal: SmtpReplyError,
    session: SMTPServerSession,
    callback: (error: Error) => void,
  ): void {
    const connection = server.find(session.id);
    const refused = connection && refusal.responseCode === 550 ? ++connection.refusedRecipients : 0;
    const enough = refused > 0 && closingReply(refused, session.remoteAddress);
    if (refused > limits.slowAfterRefusals && !enough) setTimeout(callback, REJECTION_DELAY, refusal);
    else callback(enough || refusal);
  }

  function closingReply(refused: number, address: string): SmtpReplyError | null {
    if (refused > limits.maxRefusals) return tooManyUnknown();
    return limiter.countUnknownRecipient(address);
  }

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    const { envelope } = session;
    const firstRecipientAt = server.find(session.id)?.firstRecipientAt ?? 0;
    const id = newId(clock.now());
    const transaction: Transaction = {
      id,
      from: envelope.mailFrom ? normalAddress(envelope.mailFrom.address) : '',
      recipients: envelope.rcptTo.flatMap((recipient) => (recipient as Decided)[ACCEPTED] ?? []),
      client: {
        address: session.remoteAddress,
        helo: session.hostNameAppearsAs,
        protocol: session.transmissionType,
      },
      utf8: envelope.smtpUtf8 === true,
      isGone: () => server.find(session.id) === undefined,
    };
    const { size, memoryLimit, spoolFolder } = settings;
    const message = await collectMessage(stream, { id, size, memoryLimit, spoolFolder, memory }).catch((error) => {
      if (error instanceof SmtpReplyError) policy.recordRejected(error, transaction);
      throw error;
    });
    const isRecent = performance.now() - firstRecipientAt < RECHECK_AFTER;
    const changed = isRecent ? null : await policy.destinationsUnchanged(transaction.recipients);
    if (!changed) return accept(message, transaction);
    await message.discard();
    policy.recordRejected(changed, transaction);
    throw changed;
  }

  return {
    async listen(port, host = '127.0.0.1', shared = false) {
      await sweepSpool(settings.spoolFolder);
      const listener = server.listen({ port, host, reusePort: shared });
      await once(listener, 'listening');
      return listener.address() as AddressInfo;
    },

    close() {
      return new Promise((resolve) => {
        server.close(() => {
          clearInterval(dismissal);
          resolve();
        });
        server.closeIdle();
        // A session with a message in transfer can be closed once it has its reply.
        const dismissal = setInterval(() => server.closeIdle(), 50);
      });
    },

    setTls: (tls) => server.updateSecureContext(tls),
  };
}

function tooManyUnknown(): SmtpReplyError {
  return new SmtpReplyError(421, '4.7.0', 'Too many unknown recipients, please try again later');
}

function asReplyError(error: Error): SmtpReplyError {
  return error instanceof SmtpReplyError
    ? error
    : new SmtpReplyError(451, '4.3.0', 'Temporary failure while accepting the message, please try again');
}
