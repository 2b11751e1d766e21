import { AbortConnection, ClosingReplyError, SmtpReplyError } from '../message/smtp-reply-error.ts';
import { isStorageFull, STORAGE_FULL } from '../message/storage-full.ts';
import {
  findCommandError,
  findParameterError,
  IDLE_COMMANDS,
  KNOWN_COMMANDS,
  parseEnvelope,
  verbOf,
} from './commands.ts';
import type { SmtpServerContext } from './context.ts';
import type { MessageStream } from './message-stream.ts';
import type { Receive } from './receiver.ts';
import { type Reply, replyOf } from './reply.ts';
import type { ServiceProfile } from './service-profile.ts';
import type { Session } from './session.ts';

/** Maximum length of the name in HELO and EHLO: a domain (RFC 5321 4.5.3.1.2) with some tolerance. */
const MAX_HELO = 300;

/** Number of unknown commands without a message in between after which the connection is closed. */
const MAX_UNKNOWN_COMMANDS = 10;

/** An HTTP request, which a web page can cause a browser to send to this port. */
const HTTP_REQUEST = /^(?:OPTIONS|GET|HEAD|POST|PUT|DELETE|TRACE|CONNECT) \/.* HTTP\/\d\.\d$/i;

const outOfOrder = (text: string): Reply => ({ code: 503, text: `5.5.1 Error: ${text}` });
const INTERNAL_ERROR: Reply = {
  code: 451,
  text: '4.3.0 Temporary failure while accepting the message, please try again',
};

/** Replies to the commands of all sessions of a service (RFC 5321 4.1) and to their messages. */
export class CommandHandler {
  readonly #context: SmtpServerContext;
  readonly #profile: ServiceProfile;
  readonly #receive: Receive;

  constructor(context: SmtpServerContext, profile: ServiceProfile, receive: Receive) {
    this.#context = context;
    this.#profile = profile;
    this.#receive = receive;
  }

  /** Starts the checks of a new client and returns the greeting. */
  greet(session: Session): Reply {
    this.#profile.policy.startLookups(session);
    return { code: 220, text: `${this.#context.settings.hostname} ESMTP` };
  }

  /** Returns the reply to one command line, without its CRLF. Never rejects. */
  async run(command: Buffer, session: Session): Promise<Reply> {
    try {
      return await this.#dispatch(command, session);
    } catch (error) {
      return this.#rejection(error as Error, session);
    }
  }

  /**
   * Passes on a message and returns the reply to it, after the end of its data; null if the connection must be dropped
   * without a reply.
   */
  async receiveMessage(message: MessageStream, session: Session): Promise<Reply | null> {
    const { envelope } = session;
    if (!envelope) throw new Error('A message without an envelope');
    const reply = await this.#receive(message, envelope, session).then(
      (text): Reply => ({ code: 250, text }),
      (error: Error) => (error instanceof AbortConnection ? null : this.#rejection(error, session)),
    );
    await message.discard();
    session.unknownCommands = 0;
    session.envelope = null;
    if (reply?.code === 250) {
      session.idleCommands = 0;
      session.errors = 0;
    }
    return reply;
  }

  #dispatch(command: Buffer, session: Session): Reply | Promise<Reply> {
    const { authenticator } = this.#profile;
    if (session.exchange && authenticator) return authenticator.continue(session.exchange, command, session);
    const verb = verbOf(command);
    const { maxIdleCommands } = this.#context.settings.limits;
    if (IDLE_COMMANDS.has(verb) && ++session.idleCommands > maxIdleCommands) {
      return { code: 421, text: '4.7.0 Too many commands without a message, closing the connection' };
    }
    const missing = KNOWN_COMMANDS.has(verb) ? authenticator?.findMissingStep(verb, session) : null;
    if (missing) return missing;
    const wrong = findCommandError(verb, command, authenticator !== null);
    if (wrong) return replyOf(wrong);
    switch (verb) {
      case 'HELO':
      case 'EHLO':
        return this.#hello(verb, command, session);
      case 'MAIL':
        return this.#mail(command, session);
      case 'RCPT':
        return this.#rcpt(command, session);
      case 'DATA':
        return this.#data(session);
      case 'STARTTLS':
        return this.#startTls(command, session);
      case 'AUTH':
        return authenticator ? authenticator.start(parametersOf(command), session) : unknownCommand(command, session);
      case 'RSET':
        session.envelope = null;
        return { code: 250, text: '2.0.0 Flushed' };
      case 'NOOP':
        return { code: 250, text: '2.0.0 OK' };
      case 'VRFY':
        if (parametersOf(command).length === 0) return { code: 501, text: '5.5.4 Error: Syntax: VRFY address' };
        return { code: 252, text: '2.1.5 Cannot verify the user, but will accept a message and attempt delivery' };
      case 'HELP':
        return { code: 214, text: '2.0.0 See https://tools.ietf.org/html/rfc5321 for details' };
      case 'QUIT':
        return { code: 221, text: '2.0.0 Bye', next: 'close' };
      default:
        return unknownCommand(command, session);
    }
  }

  #hello(verb: string, command: Buffer, session: Session): Reply {
    const { settings } = this.#context;
    const { authenticator } = this.#profile;
    const [name = '', ...more] = parametersOf(command);
    if (name === '' || more.length > 0) return { code: 501, text: `Error: syntax: ${verb} hostname` };
    if (name.length > MAX_HELO || /\p{Cc}/u.test(name)) return { code: 501, text: 'Error: Bad hostname syntax' };
    session.helo = name.toLowerCase();
    session.isExtended = verb === 'EHLO';
    session.envelope = null;
    const greeting = `${settings.hostname} greets [${session.clientAddress}]`;
    if (!session.isExtended) return { code: 250, text: greeting };
    const extensions = ['PIPELINING', '8BITMIME', 'SMTPUTF8', 'ENHANCEDSTATUSCODES'];
    if (settings.tls && !session.isSecure) extensions.push('STARTTLS');
    if (authenticator && session.isSecure) extensions.push(authenticator.extension);
    return { code: 250, text: [greeting, ...extensions, `SIZE ${settings.size}`] };
  }

  #startTls(command: Buffer, session: Session): Reply {
    if (!this.#context.settings.tls) return unknownCommand(command, session);
    if (parametersOf(command).length > 0) return { code: 501, text: '5.5.4 Error: syntax: STARTTLS' };
    if (session.isSecure) return outOfOrder('TLS already active');
    return { code: 220, text: '2.0.0 Ready to start TLS', next: 'start-tls' };
  }

  async #mail(command: Buffer, session: Session): Promise<Reply> {
    if (session.helo === '') return outOfOrder('send HELO/EHLO first');
    const parsed = parseEnvelope(command);
    if (!parsed) return { code: 501, text: '5.1.7 Error: Bad sender address syntax' };
    if (session.envelope) return outOfOrder('nested MAIL command');
    const wrong = findParameterError(parsed);
    if (wrong) return replyOf(wrong);
    const { size } = this.#context.settings;
    if (Number(parsed.parameters.SIZE ?? 0) > size) {
      return { code: 552, text: `5.3.4 Error: message exceeds fixed maximum message size ${size}` };
    }
    const utf8 = parsed.parameters.SMTPUTF8 === true;
    const envelope = { from: parsed.address, utf8, recipients: new Map(), firstRecipientAt: 0 };
    const refusal = await this.#profile.policy.checkSender(envelope, session);
    if (refusal) return this.#rejection(refusal, session);
    session.envelope = envelope;
    return { code: 250, text: '2.1.0 Accepted' };
  }

  async #rcpt(command: Buffer, session: Session): Promise<Reply> {
    if (session.helo === '') return outOfOrder('send HELO/EHLO first');
    const parsed = parseEnvelope(command);
    if (!parsed?.address) return { code: 501, text: '5.1.3 Error: Bad recipient address syntax' };
    const { envelope } = session;
    if (!envelope) return outOfOrder('need MAIL command');
    const { recipients } = envelope;
    const key = parsed.address.toLowerCase();
    if (recipients.size >= this.#context.settings.maxRecipients && !recipients.has(key)) {
      return { code: 452, text: '4.5.3 Error: too many recipients' };
    }
    if (recipients.size === 0) envelope.firstRecipientAt = performance.now();
    recipients.set(key, await this.#profile.policy.checkRecipient(parsed.address, envelope, session));
    return { code: 250, text: '2.1.5 Accepted' };
  }

  #data(session: Session): Reply {
    if (session.helo === '') return outOfOrder('send HELO/EHLO first');
    if (!session.envelope?.recipients.size) return outOfOrder('need RCPT command');
    return { code: 354, text: 'End data with <CR><LF>.<CR><LF>', next: 'read-message' };
  }

  /** Returns the reply to a client's error or to an internal error, which it logs. */
  #rejection(error: Error, session: Session): Reply {
    if (error instanceof SmtpReplyError) {
      return { ...replyOf(error), ...(error instanceof ClosingReplyError && { next: 'close' }) };
    }
    this.#context.log.warn(
      { event: 'mail.smtp.receive_failed', err: error, session: session.id },
      'rejected after an internal error',
    );
    return isStorageFull(error) ? { code: 452, text: STORAGE_FULL.join(' ') } : INTERNAL_ERROR;
  }
}

function unknownCommand(command: Buffer, session: Session): Reply {
  if (HTTP_REQUEST.test(command.toString())) return { code: 421, text: '4.7.0 HTTP requests not allowed' };
  if (++session.unknownCommands >= MAX_UNKNOWN_COMMANDS) {
    return { code: 421, text: '4.7.0 Error: too many unrecognized commands' };
  }
  return { code: 500, text: '5.5.2 Error: command not recognized' };
}

function parametersOf(command: Buffer): string[] {
  return command.toString().trim().split(/\s+/).slice(1);
}
