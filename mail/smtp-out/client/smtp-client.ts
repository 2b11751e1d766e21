import type { TLSSocket } from 'node:tls';
import type { DeliveryControl } from '../../host/transport.ts';
import type { OutgoingMessage } from '../../message/outgoing-message.ts';
import { countStreamed } from '../../message/streamed-bytes.ts';
import {
  checkCertificate,
  isStrict,
  startTls,
  type TlsPolicy,
  verifyCertificate,
  waitForHandshake,
} from '../policy/tls-policy.ts';
import { DotStuffing } from './dot-stuffing.ts';
import { envelopeCommands } from './envelope.ts';
import type { Reply } from './reply.ts';
import { dial, SMTP_TIMEOUTS, SmtpConnection, type SmtpTimeouts } from './smtp-connection.ts';
import { SmtpFailure, type Step } from './smtp-failure.ts';

/** Server and parameters of a connection. */
export interface SmtpClientOptions {
  /** Name of the server, for texts and TLS. */
  name: string;
  /** Address to connect to; a name for a relay. */
  host: string;
  port: number;
  /** The local address of the connection; by default the system chooses. */
  localAddress?: string;
  /** Our name in EHLO. */
  hostname: string;
  tlsPolicy: TlsPolicy;
  /** TLS from the first byte (RFC 8314). */
  implicitTls?: boolean;
  auth?: { user: string; pass: string } | undefined;
  timeouts?: Partial<SmtpTimeouts>;
}

/** Messages up to this size are sent in one write, with the final dot. */
const MAX_SINGLE_WRITE = 64 * 1024;

/** SMTP client for one server. Sends any number of messages. */
export class SmtpClient {
  /** Messages sent over this connection, including failed ones. */
  messagesSent = 0;
  /** Whether TLS is active. */
  encrypted = false;
  readonly #options: SmtpClientOptions;
  readonly #timeouts: SmtpTimeouts;
  readonly #connection: SmtpConnection;
  readonly #extensions = new Map<string, string>();
  /** The last transaction failed. RSET is sent with the next one, which saves a round trip. */
  #needsReset = false;

  constructor(options: SmtpClientOptions, connection: SmtpConnection) {
    this.#options = options;
    this.#timeouts = { ...SMTP_TIMEOUTS, ...options.timeouts };
    this.#connection = connection;
  }

  /** Connects, sends EHLO, starts TLS and authenticates as the options require. Rejects with an SmtpFailure. */
  static async open(options: SmtpClientOptions, signal?: AbortSignal): Promise<SmtpClient> {
    const { host, port, localAddress } = options;
    const address = { host, port, ...(localAddress && { localAddress }) };
    const socket = await dial(address, options.timeouts?.connect ?? SMTP_TIMEOUTS.connect, signal);
    const client = new SmtpClient(options, new SmtpConnection(socket));
    const onAbort = () => client.close();
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      await client.#greet();
      return client;
    } catch (error) {
      client.close();
      throw error;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Time of the last activity, by performance.now(). */
  get lastActivity(): number {
    return this.#connection.lastActivity;
  }

  get open(): boolean {
    return this.#connection.open;
  }

  /** Returns whether the server announced an extension. */
  offers(extension: string): boolean {
    return this.#extensions.has(extension);
  }

  /** Returns the reason why the certificate is not valid for a name, or null. */
  certificateFault(name: string): string | null {
    return this.encrypted
      ? verifyCertificate(this.#connection.socket as TLSSocket, [name])
      : 'The connection is not encrypted';
  }

  /** Sends a message. Resolves with the 2xx reply to the final dot. Rejects with an SmtpFailure. */
  async send(message: OutgoingMessage, onDot: DeliveryControl['onDot']): Promise<Reply> {
    this.messagesSent++;
    const { command, data } = this.#timeouts;
    const [mail, rcpt] = envelopeCommands(message, this.#extensions);
    const needsReset = this.#needsReset;
    this.#needsReset = true;
    if (needsReset) this.#connection.write('RSET\r\n');
    if (needsReset && !this.offers('PIPELINING')) await this.#expectReset();
    if (this.offers('PIPELINING')) {
      // With PIPELINING (RFC 2920) all replies must be read, even after a failure.
      this.#connection.write(`${mail}\r\n${rcpt}\r\nDATA\r\n`);
      if (needsReset) await this.#expectReset();
      const failed = await this.#firstFailure([
        ['mail', command],
        ['rcpt', command],
      ]);
      if (failed) await this.#declineData(data);
      if (failed) throw failed;
    } else {
      await this.#command(mail, 'mail', command);
      await this.#command(rcpt, 'rcpt', command);
      this.#connection.write('DATA\r\n');
    }
    const go = await this.#connection.readReply('data', data);
    if (go.code !== 354) throw new SmtpFailure('data', go.text, go);
    await this.#sendBody(message, onDot);
    const reply = await this.#connection.readReply('dot', this.#timeouts.dot);
    if (reply.code < 200 || reply.code > 299) throw new SmtpFailure('dot', reply.text, reply);
    this.#needsReset = false;
    return reply;
  }

  /** Sends QUIT and closes the connection. */
  quit(): void {
    this.#connection.write('QUIT\r\n');
    // Waits in the background, because a server may not reply to QUIT.
    this.#connection.readReply('mail', 5000).then(
      () => this.close(),
      () => {},
    );
  }

  close(): void {
    this.#connection.end('The client closed the connection');
  }

  async #greet(): Promise<void> {
    const [options, timeouts] = [this.#options, this.#timeouts];
    if (options.implicitTls) await this.#secure();
    const banner = await this.#connection.readReply('banner', timeouts.greeting);
    if (banner.code !== 220) throw new SmtpFailure('banner', banner.text, banner);
    await this.#hello();
    if (!this.encrypted && options.tlsPolicy.kind !== 'plain') await this.#upgrade();
    if (options.auth) await this.#authenticate(options.auth);
  }

  async #hello(): Promise<void> {
    const { hostname } = this.#options;
    this.#extensions.clear();
    try {
      const { lines } = await this.#command(`EHLO ${hostname}`, 'ehlo', this.#timeouts.command);
      for (const line of lines.slice(1)) {
        const [keyword = '', ...values] = line.trim().split(/[ =]+/);
        this.#extensions.set(keyword.toUpperCase(), values.join(' ').toUpperCase());
      }
    } catch (error) {
      // HELO is sent only if the server does not support EHLO (RFC 5321 3.2).
      const code = (error as SmtpFailure).reply?.code ?? 0;
      if (![500, 501, 502, 504].includes(code)) throw error;
      await this.#command(`HELO ${hostname}`, 'ehlo', this.#timeouts.command);
    }
  }

  async #upgrade(): Promise<void> {
    const strict = isStrict(this.#options.tlsPolicy);
    if (!this.offers('STARTTLS')) {
      if (strict) throw new SmtpFailure('tls', 'The server does not offer STARTTLS');
      return;
    }
    this.#connection.write('STARTTLS\r\n');
    const reply = await this.#connection.readReply('tls', this.#timeouts.data);
    if (reply.code !== 220) {
      if (strict) throw new SmtpFailure('tls', reply.text, reply);
      return;
    }
    await this.#secure();
    // Extensions announced before TLS are discarded (RFC 3207 4.2).
    await this.#hello();
  }

  async #secure(): Promise<void> {
    const { name, tlsPolicy } = this.#options;
    const clean = this.#connection.switchTo((socket) => startTls(socket, name));
    if (!clean) throw new SmtpFailure('tls', 'The server sent data between STARTTLS and the TLS handshake');
    const socket = this.#connection.socket as TLSSocket;
    await waitForHandshake(socket, this.#timeouts.data);
    const fault = checkCertificate(socket, tlsPolicy);
    if (fault !== null) throw new SmtpFailure('tls', fault);
    this.encrypted = true;
  }

  async #authenticate({ user, pass }: { user: string; pass: string }): Promise<void> {
    const encode = (text: string) => Buffer.from(text).toString('base64');
    const offered = (this.#extensions.get('AUTH') ?? '').split(' ');
    const { command } = this.#timeouts;
    if (offered.includes('PLAIN') || !offered.includes('LOGIN')) {
      await this.#command(`AUTH PLAIN ${encode(`\0${user}\0${pass}`)}`, 'auth', command);
      return;
    }
    await this.#command('AUTH LOGIN', 'auth', command, 334);
    await this.#command(encode(user), 'auth', command, 334);
    await this.#command(encode(pass), 'auth', command);
  }

  async #command(line: string, step: Step, timeoutMs: number, wanted = 200): Promise<Reply> {
    this.#connection.write(`${line}\r\n`);
    const reply = await this.#connection.readReply(step, timeoutMs);
    // 251 and 252 are also success (RFC 5321 4.3.2).
    if (Math.floor(reply.code / 100) !== Math.floor(wanted / 100)) throw new SmtpFailure(step, reply.text, reply);
    return reply;
  }

  /** Reads the reply to RSET. A server that rejects it cannot take another message on this connection. */
  async #expectReset(): Promise<void> {
    const { code } = await this.#connection.readReply('mail', this.#timeouts.command);
    if (code < 200 || code > 299) throw new SmtpFailure('mail', 'The server rejects RSET');
  }

  async #firstFailure(steps: [step: Step, timeoutMs: number][]): Promise<SmtpFailure | null> {
    let failed: SmtpFailure | null = null;
    for (const [step, timeoutMs] of steps) {
      try {
        const reply = await this.#connection.readReply(step, timeoutMs);
        if (reply.code < 200 || reply.code > 299) failed ??= new SmtpFailure(step, reply.text, reply);
      } catch (error) {
        throw failed ?? error;
      }
    }
    return failed;
  }

  /** Reads the reply to DATA after a rejected envelope. After a 354, closing avoids an empty message. */
  async #declineData(timeoutMs: number): Promise<void> {
    const reply = await this.#connection.readReply('data', timeoutMs).catch(() => null);
    if (reply === null || reply.code < 400) this.close();
  }

  /** Throws if a reply arrived before the final dot: it cannot be the reply to the message. */
  #checkEarlyReply(): void {
    const early = this.#connection.takeEarlyReply();
    if (!early) return;
    this.close();
    throw new SmtpFailure('data', early.text, early.code >= 400 ? early : null);
  }

  async #sendBody({ body }: OutgoingMessage, onDot: DeliveryControl['onDot']): Promise<void> {
    const { block } = this.#timeouts;
    const stuffing = new DotStuffing();
    if (body.chunks && body.size <= MAX_SINGLE_WRITE) {
      const pieces = body.chunks.flatMap((piece) => stuffing.stuff(piece));
      this.#checkEarlyReply();
      onDot();
      await this.#connection.send([Buffer.concat([...pieces, stuffing.end()])], block);
      return;
    }
    const source = body.chunks ?? (body.open() as AsyncIterable<Buffer>);
    try {
      for await (const piece of source) {
        countStreamed(piece.length);
        for (let at = 0; at < piece.length; at += MAX_SINGLE_WRITE) {
          const pieces = stuffing.stuff(piece.subarray(at, at + MAX_SINGLE_WRITE));
          await this.#connection.send(pieces.length > 16 ? [Buffer.concat(pieces)] : pieces, block);
        }
      }
    } catch (error) {
      // The message is incomplete: close without the final dot.
      this.close();
      if (!(error instanceof SmtpFailure)) throw new SmtpFailure('local', (error as Error).message);
      // A server that disconnects during DATA may have sent the reason.
      const early = this.#connection.takeEarlyReply();
      throw early ? new SmtpFailure('data', early.text, early) : error;
    }
    this.#checkEarlyReply();
    onDot();
    await this.#connection.send([stuffing.end()], block);
  }
}
