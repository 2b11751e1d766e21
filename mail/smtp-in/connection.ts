import { once } from 'node:events';
import type { Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import type { SmtpObserver } from '../host/smtp-observer.ts';
import type { SmtpReplyError } from '../message/smtp-reply-error.ts';
import { clientAddressOf, neighbourhoodOf, networkOf } from './checks/client-network.ts';
import { EARLY_TALKER, IDLE, NO_LOGIN, NO_MESSAGE, TOO_MANY_ERRORS } from './closing-replies.ts';
import type { CommandHandler } from './command-handler.ts';
import { commandNameOf } from './commands.ts';
import { type ConnectionRegistry, type OpenConnection, SHUTTING_DOWN } from './connection-registry.ts';
import type { SmtpServerContext } from './context.ts';
import type { MessageStream } from './message-stream.ts';
import { AUTH_LINE, COMMAND_LINE, Parser } from './parser.ts';
import { formatReply, isProtocolError, type Reply, replyOf } from './reply.ts';
import type { ServiceProfile } from './service-profile.ts';
import { Session } from './session.ts';

/** Milliseconds that a client has to close its side after we have closed ours. */
const CLOSE_TIMEOUT = 5000;

/**
 * Milliseconds until the next check of a client that has exceeded the time for a message but is waiting for our reply.
 */
const MESSAGE_TIMEOUT_RECHECK = 30_000;

const QUIT = 'QUIT\r\n';

/** Errors of a client that disconnected, which is normal between transactions. */
const ROUTINE_ERRORS = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

/** The parts that the connections of one server share. */
export interface ConnectionParts {
  context: SmtpServerContext;
  profile: ServiceProfile;
  observer: SmtpObserver;
  handler: CommandHandler;
  registry: ConnectionRegistry;
  /** Returns the current certificate. */
  secureContext(): SecureContext | null;
}

/**
 * The socket of one SMTP session: reads commands and messages, writes the replies, upgrades to TLS (RFC 3207), and
 * closes the connection of a client that is idle, completes no login within `loginTimeout` or no message within
 * `messageTimeout`, or causes too many errors.
 */
export class Connection implements OpenConnection {
  readonly session: Session;
  readonly network: string;
  lastCommandAt = performance.now();
  isReceiving = false;
  readonly #parts: ConnectionParts;
  /** The TLS handshake comes before the greeting (RFC 8314 3.3). */
  readonly #implicitTls: boolean;
  #socket: Socket;
  #parser: Parser;
  /** A command has no reply yet. */
  #isRunningCommand = false;
  /** The TLS handshake is running, and a write would become part of it. */
  #isUpgrading = false;
  #messageTimer: NodeJS.Timeout | undefined;
  #closeTimer: NodeJS.Timeout | undefined;

  constructor(socket: Socket, parts: ConnectionParts, implicitTls: boolean) {
    this.#socket = socket;
    this.#parts = parts;
    this.#implicitTls = implicitTls;
    this.session = new Session(clientAddressOf(socket));
    this.network = networkOf(this.session.clientAddress);
    this.#parser = this.#createParser();
    // A pipelined command's reply must not wait for the client's ACK of the previous one.
    socket.setNoDelay(true);
    this.#listen(socket);
    this.#startMessageTimer();
  }

  /** Greets after `delay` milliseconds; with implicit TLS, greets inside TLS without delay. */
  start(delay: number): void {
    if (this.#implicitTls) this.#startTls(() => this.#greet(0));
    else this.#greet(delay);
  }

  /** Greets after `delay` milliseconds and rejects clients that send earlier. */
  #greet(delay: number): void {
    const { session } = this;
    const socket = this.#socket;
    const rejectEarlyTalker = () => this.send(EARLY_TALKER);
    socket.once('data', rejectEarlyTalker);
    if (!this.#implicitTls) this.#handleHalfClose();
    const greeting = setTimeout(() => {
      if (session.isOver) return;
      socket.removeListener('data', rejectEarlyTalker);
      socket.pipe(this.#parser);
      this.send(this.#parts.handler.greet(session));
    }, delay);
    greeting.unref();
  }

  /** Sends a reply instead of a greeting and closes the connection. A client that waits for a handshake gets no reply. */
  reject(error: SmtpReplyError): void {
    if (this.#implicitTls && !this.session.isSecure) this.#socket.destroy();
    else this.send({ ...replyOf(error), next: 'close' });
  }

  /** Sends a reply, and closes the connection if the reply or the number of errors ends the session. */
  send(reply: Reply, command = 'none'): void {
    const { session } = this;
    const socket = this.#socket;
    const { maxErrors } = this.#parts.context.settings.limits;
    const isTooMuch = isProtocolError(reply) && ++session.errors > maxErrors;
    const sent = isTooMuch ? TOO_MANY_ERRORS : reply;
    if (socket.writable && !this.#isUpgrading) {
      socket.write(formatReply(sent));
      this.#parts.observer.replied(this.#parts.profile.service, command, sent.code);
    }
    if (sent.code === 421 || sent.next === 'close') this.#close();
  }

  get isIdle(): boolean {
    return !this.isReceiving && (!this.#isAwaitingReply || this.session.isDelayed);
  }

  get isAnonymous(): boolean {
    return this.#parts.profile.authenticator !== null && !this.session.submitter;
  }

  /** Whether the transfer is too slow. False while the delay is ours because we are not ready to read. */
  get isSlow(): boolean {
    if (this.session.isOver || !this.#parser.inMessage || this.#parser.writableLength > 0) return false;
    const { slowTransferSeconds, minBytesPerSecond } = this.#parts.context.settings.limits;
    const seconds = (performance.now() - this.lastCommandAt) / 1000;
    return seconds > slowTransferSeconds && this.#parser.messageBytes < minBytesPerSecond * seconds;
  }

  /** Whether a command, or a completely received message, has no reply yet. */
  get #isAwaitingReply(): boolean {
    return this.#isRunningCommand || (this.isReceiving && !this.#parser.inMessage);
  }

  #createParser(): Parser {
    const events = {
      onCommand: (command: Buffer) => this.#runCommand(command),
      onBadLine: (error: SmtpReplyError) => this.reject(error),
    };
    const parser = new Parser(events, this.#parts.profile.authenticator ? AUTH_LINE : COMMAND_LINE);
    parser.on('error', (error) => this.#onError(error));
    return parser;
  }

  #listen(socket: Socket): void {
    const { socketTimeout } = this.#parts.context.settings;
    socket.on('error', (error) => this.#onError(error));
    socket.once('close', () => this.#onClose());
    socket.setTimeout(socketTimeout);
    socket.on('timeout', () => this.#onTimeout());
  }

  async #runCommand(command: Buffer): Promise<void> {
    this.lastCommandAt = performance.now();
    if (this.#parts.registry.isClosing) return this.send(SHUTTING_DOWN);
    this.#isRunningCommand = true;
    const name = commandNameOf(command, this.session.exchange !== null);
    const reply = await this.#parts.handler.run(command, this.session);
    this.#isRunningCommand = false;
    if (this.session.isOver) return;
    this.send(reply, name);
    if (reply.code === 235) this.#startMessageTimer();
    if (reply.next === 'start-tls') this.#startTls(() => this.#socket.pipe(this.#parser));
    if (reply.next === 'read-message') this.#parser.readMessage((message) => this.#receive(message));
    // Replies that the client does not read must not fill the memory.
    if (this.#socket.writableNeedDrain) await once(this.#socket, 'drain').catch(() => {});
  }

  async #receive(message: MessageStream): Promise<void> {
    const { handler, registry, observer, profile } = this.#parts;
    this.isReceiving = true;
    const reply = await observer.message(profile.service, () => handler.receiveMessage(message, this.session));
    this.isReceiving = false;
    if (!reply) {
      this.#socket.destroy();
      return;
    }
    if (reply.code === 250) {
      this.#startMessageTimer();
      registry.rememberNetwork(this.network);
    }
    this.send(reply, 'message');
    if (registry.isClosing && !this.session.isOver) this.send(SHUTTING_DOWN);
  }

  /** Starts the timeout for authentication or for the next message. */
  #startMessageTimer(recheckAfter = Number.POSITIVE_INFINITY): void {
    const { messageTimeout, loginTimeout } = this.#parts.context.settings;
    const within = Math.min(this.isAnonymous ? loginTimeout : messageTimeout, recheckAfter);
    clearTimeout(this.#messageTimer);
    this.#messageTimer = setTimeout(() => {
      if (this.#isAwaitingReply) this.#startMessageTimer(MESSAGE_TIMEOUT_RECHECK);
      else this.send(this.isAnonymous ? NO_LOGIN : NO_MESSAGE);
    }, within);
    this.#messageTimer.unref();
  }

  #onTimeout(): void {
    if (this.session.isOver) this.#socket.destroy();
    // RFC 5321 4.5.3.2: a client waits minutes for a reply.
    else if (this.#isAwaitingReply) this.#socket.setTimeout(this.#parts.context.settings.socketTimeout);
    else this.send(IDLE);
  }

  /**
   * Keeps a connection open for our replies if the client closed its half right after QUIT, as Exim does outside TLS
   * (RFC 1122 4.2.2.13). Any other half-close ends the session.
   */
  #handleHalfClose(): void {
    const [socket, parser] = [this.#socket, this.#parser];
    let lastBytes = '';
    socket.on('data', (chunk: Buffer) => {
      lastBytes = (lastBytes + chunk.toString('latin1', Math.max(0, chunk.length - QUIT.length))).slice(-QUIT.length);
    });
    socket.once('end', () => {
      if (lastBytes.toUpperCase() === QUIT) parser.once('finish', () => socket.end());
      else socket.end();
    });
  }

  /** Upgrades the connection. Commands that were sent in plaintext after STARTTLS are discarded (RFC 3207 4.2). */
  #startTls(onSecure: () => void): void {
    const socket = this.#socket;
    const secureContext = this.#parts.secureContext();
    if (this.session.isOver || !secureContext) return;
    this.#isUpgrading = true;
    socket.unpipe(this.#parser);
    this.#parser.close();
    this.#parser = this.#createParser();
    // The TLS socket reports its events. No client is known to half-close inside TLS.
    socket.removeAllListeners();
    socket.on('error', (error) => this.#onError(error));
    socket.allowHalfOpen = false;
    const secure = new TLSSocket(socket, { secureContext, isServer: true });
    this.#listen(secure);
    // Node has no other event for a failed handshake on this side.
    secure.once('_tlsError', (error: Error) => {
      secure.destroy();
      socket.destroy();
      this.#onError(error);
    });
    secure.once('secure', () => {
      if (this.session.isOver) return;
      this.#isUpgrading = false;
      this.#socket = secure;
      this.session.startSecure();
      onSecure();
    });
  }

  /** Ends the session: reads no more commands and waits for the client to close its side. */
  #close(): void {
    if (this.session.isOver) return;
    this.#end();
    const socket = this.#socket;
    if (socket.writable) socket.end();
    socket.unpipe(this.#parser);
    // A paused socket never reads the FIN of the client. The TLS socket reads it during the handshake.
    if (!this.#isUpgrading) socket.resume();
    this.#closeTimer = setTimeout(
      () => socket.destroy(),
      Math.min(this.#parts.context.settings.socketTimeout, CLOSE_TIMEOUT),
    );
    this.#closeTimer.unref();
  }

  #onClose(): void {
    this.#parts.observer.closed(this.#parts.profile.service);
    clearTimeout(this.#closeTimer);
    this.#end();
  }

  #end(): void {
    this.session.isOver = true;
    this.#parser.close();
    clearTimeout(this.#messageTimer);
    this.#parts.registry.remove(this);
  }

  #onError(error: Error): void {
    const { code } = error as NodeJS.ErrnoException;
    const isRoutine = code !== undefined && ROUTINE_ERRORS.has(code) && !this.session.envelope;
    const details = {
      event: 'mail.smtp.connection_failed',
      err: error,
      network: neighbourhoodOf(this.session.clientAddress),
    };
    if (isRoutine) this.#close();
    else this.#parts.context.log.debug(details, 'smtp connection failed');
  }
}
