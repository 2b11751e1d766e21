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
import type { Accepted } from './recipient.ts';
import { SmtpServer } from './server.ts';
import { collect, MemoryBudget, sweepSpool } from './spool.ts';

/** Who handed us a message, and for whom. */
export interface Transaction {
  id: string;
  /** Envelope sender; empty for the null sender. */
  from: string;
  recipients: Accepted[];
  client: { address: string; helo: string; protocol: string };
  /** The client announced SMTPUTF8. */
  utf8: boolean;
  /** Whether the client has left, so that no reply of ours can reach it any more. */
  isGone(): boolean;
}

/** What happens to a received message. Resolves with the words behind 250; rejects with a SmtpReplyError, or with AbortConnection. */
export type Accept = (message: Message, transaction: Transaction) => Promise<string>;

/** Nothing true can be said: the line is cut, and the client tries again. */
export class AbortConnection extends Error {
  override name = 'AbortConnection';
}

export interface Receiver {
  /** `shared` lets other processes listen on the same port, the kernel dealing connections out: on Linux. */
  listen(port: number, host?: string, shared?: boolean): Promise<AddressInfo>;
  /** Takes nobody new, lets messages under way end (within `closeTimeout`), then closes. */
  close(): Promise<void>;
  /** Serves new connections with another certificate. */
  setTls(tls: { key: string | Buffer; cert: string | Buffer }): void;
}

export interface ReceiverParts extends Omit<EnvelopePolicyOptions, 'gate'> {
  accept: Accept;
  counters: SharedCounters;
}

/** Bytes of all messages together that are held in memory; beyond, each goes to disk as soon as its header is there. */
const ROOM = 32 * 1024 * 1024;

/** A recipient of an envelope, with what was decided about it. */
const ACCEPTED = Symbol('accepted');
type Decided = { [ACCEPTED]?: Accepted };

/** How long a client that asks for many recipients who are not there waits for each further answer. */
const SLOW_REFUSAL = 1000;

/** Milliseconds from the first recipient to the end of the data, beyond which recipients are looked up again. */
const FRESH = 2000;

/** The SMTP server: takes the envelope and the bytes, asks `rules` at RCPT and `accept` at the end of the data. */
export function createReceiver(settings: Settings, parts: ReceiverParts): Receiver {
  const { accept, counters, clock, log } = parts;
  const { limits, messageTimeout, greetingDelay } = settings;
  const gate = new RateLimiter(limits, settings.networkLimits, counters);
  const room = new MemoryBudget(ROOM);
  const welcome = new EnvelopePolicy({ ...parts, gate });

  const engine = new SmtpServer(
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
      // Real senders exist whose local part ends in a dot or has two in a row; we pass such senders on and judge
      // recipients ourselves.
      lenientAddressParsing: true,
      authOptional: true,
      disabledCommands: ['AUTH', 'XCLIENT', 'XFORWARD', 'WIZ', 'SHELL', 'KILL', ...(settings.tls ? [] : ['STARTTLS'])],
      logger: false,
      // Ended by the connection itself: see Connection.hearEnd.
      allowHalfOpen: true,
      ...settings.tls,

      onConnect(session, callback) {
        welcome.client(session);
        callback();
      },

      onMailFrom(address, session, callback) {
        callback(welcome.sender(address.address && normalAddress(address.address), session));
      },

      onRcptTo(address, session, callback) {
        const connection = engine.find(session.id);
        if (connection && session.envelope.rcptTo.length === 0) connection.namedAt = performance.now();
        welcome.recipient(address.address, session).then(
          (recipient) => {
            (address as Decided)[ACCEPTED] = recipient;
            callback();
          },
          (error: Error) => {
            if (error.cause) log.error({ err: error.cause, recipient: address.address }, 'recipient lookup failed');
            turnAway(asRefusal(error), session, callback);
          },
        );
      },

      onData(stream, session, callback) {
        take(stream, session).then(
          (words) => callback(null, words),
          (error: Error) => {
            if (error instanceof AbortConnection) return engine.find(session.id)?.hangUp();
            if (error instanceof ClosingReplyError) engine.find(session.id)?.endAfterReply();
            if (!(error instanceof SmtpReplyError)) log.warn({ err: error, session: session.id }, 'message not taken');
            callback(asRefusal(error));
          },
        );
      },
    },
    { messageTimeout, limits, gate, greetingDelay },
  );
  engine.on('error', (error: Error) => log.debug({ err: error }, 'smtp connection failed'));

  /** Who asks for many that are not there tries names: he gets answers slowly, and then none. */
  function turnAway(refusal: SmtpReplyError, session: SMTPServerSession, callback: (error: Error) => void): void {
    const connection = engine.find(session.id);
    const refused = connection && refusal.responseCode === 550 ? ++connection.refused : 0;
    const enough = refused > 0 && enoughOf(refused, session.remoteAddress);
    if (refused > limits.refusedSlow && !enough) setTimeout(callback, SLOW_REFUSAL, refusal);
    else callback(enough || refusal);
  }

  function enoughOf(refused: number, address: string): SmtpReplyError | null {
    if (refused > limits.refusedMost) return tooManyRefused();
    return gate.unknown(address);
  }

  async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    const { envelope } = session;
    const namedAt = engine.find(session.id)?.namedAt ?? 0;
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
      isGone: () => engine.find(session.id) === undefined,
    };
    const { size, memoryLimit, spoolFolder } = settings;
    const message = await collect(stream, { id, size, memoryLimit, spoolFolder, room }).catch((error) => {
      if (error instanceof SmtpReplyError) welcome.unread(error, transaction);
      throw error;
    });
    const isFresh = performance.now() - namedAt < FRESH;
    const moved = isFresh ? null : await welcome.unmoved(transaction.recipients);
    if (!moved) return accept(message, transaction);
    await message.discard();
    welcome.unread(moved, transaction);
    throw moved;
  }

  return {
    async listen(port, host = '127.0.0.1', shared = false) {
      await sweepSpool(settings.spoolFolder);
      const server = engine.listen({ port, host, reusePort: shared });
      await once(server, 'listening');
      return server.address() as AddressInfo;
    },

    close() {
      return new Promise((resolve) => {
        engine.close(() => {
          clearInterval(dismissal);
          resolve();
        });
        engine.dismissIdle();
        // A session that was in a message is free once it has its reply.
        const dismissal = setInterval(() => engine.dismissIdle(), 50);
      });
    },

    setTls: (tls) => engine.updateSecureContext(tls),
  };
}

function tooManyRefused(): SmtpReplyError {
  return new SmtpReplyError(421, '4.7.0', 'Too many recipients that are not here, please come again later');
}

function asRefusal(error: Error): SmtpReplyError {
  return error instanceof SmtpReplyError
    ? error
    : new SmtpReplyError(451, '4.3.0', 'Cannot take the message now, please try again');
}
