import type { TLSSocket } from 'node:tls';
import type { OutgoingMessage, Watch } from '../../host.ts';
import { isInternational, normalAddress, splitAddress } from '../../message/address.ts';
import { checkCertificate, isStrict, waitForHandshake, startTls, type TlsPolicy, verifyCertificate } from '../policy/tls-policy.ts';
import { DotStuffing } from './dot-stuffing.ts';
import type { Reply } from './reply.ts';
import { dial, SMTP_TIMEOUTS, SmtpConnection, type SmtpTimeouts } from './smtp-connection.ts';
import { SmtpFailure, type Step } from './smtp-failure.ts';

/** Whom to speak to, and how. */
export interface SmtpClientOptions {
  /** Name of the server, for words and for TLS. */
  name: string;
  /** Where it is; a name for a relay, an address else. */
  host: string;
  port: number;
  /** Our name in EHLO. */
  hostname: string;
  tlsPolicy: TlsPolicy;
  /** TLS from the first byte (RFC 8314). */
  implicitTls?: boolean;
  auth?: { user: string; pass: string } | undefined;
  timeouts?: Partial<SmtpTimeouts>;
}

/** Up to here a message goes out in one write, with its final dot. */
const MAX_SINGLE_WRITE = 64 * 1024;

/** A conversation with one mail server, kept open for many messages. */
export class SmtpClient {
  /** Messages this conversation has carried. */
  messagesSent = 0;
  /** Whether TLS covers it. */
  encrypted = false;
  private readonly options: SmtpClientOptions;
  private readonly timeouts: SmtpTimeouts;
  private readonly connection: SmtpConnection;
  private readonly extensions = new Map<string, string>();
  /** A transaction has failed and must be cleared before the next one; that costs no flight of its own. */
  private needsReset = false;

  private constructor(options: SmtpClientOptions, line: SmtpConnection) {
    this.options = options;
    this.timeouts = { ...SMTP_TIMEOUTS, ...options.timeouts };
    this.connection = line;
  }

  /** Connects, greets, turns to TLS as demanded and signs in if told to. Rejects with the SmtpFailure of a step. */
  static async open(options: SmtpClientOptions, signal?: AbortSignal): Promise<SmtpClient> {
    const { host, port } = options;
    const socket = await dial({ host, port }, options.timeouts?.connect ?? SMTP_TIMEOUTS.connect, signal);
    const client = new SmtpClient(options, new SmtpConnection(socket));
    const onAbort = () => client.close();
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      await client.greet();
      return client;
    } catch (error) {
      client.close();
      throw error;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** When it last moved, by performance.now(). */
  get lastActivity(): number {
    return this.connection.lastActivity;
  }

  get open(): boolean {
    return this.connection.open;
  }

  /** Whether the server has announced an extension. */
  offers(extension: string): boolean {
    return this.extensions.has(extension);
  }

  /** Why the server's certificate does not hold for a name, or null where it does. */
  certificateFault(name: string): string | null {
    return this.encrypted ? verifyCertificate(this.connection.socket as TLSSocket, [name]) : 'The conversation is not encrypted';
  }

  /** Hands one message over; resolves with the 2xx after the final dot. Rejects with the SmtpFailure of a step. */
  async send(message: OutgoingMessage, onDot: Watch['onDot']): Promise<Reply> {
    this.messagesSent++;
    const { command, data } = this.timeouts;
    const [mail, rcpt] = this.envelope(message);
    const { needsReset: unclean } = this;
    this.needsReset = true;
    if (unclean) this.connection.write('RSET\r\n');
    if (unclean && !this.offers('PIPELINING')) await this.expectReset();
    if (this.offers('PIPELINING')) {
      // One flight (RFC 2920): the replies are read in order, all of them, whatever the first ones say.
      this.connection.write(`${mail}\r\n${rcpt}\r\nDATA\r\n`);
      if (unclean) await this.expectReset();
      const failed = await this.firstFailure([
        ['mail', command],
        ['rcpt', command],
      ]);
      if (failed) await this.declineData(data);
      if (failed) throw failed;
    } else {
      await this.command(mail, 'mail', command);
      await this.command(rcpt, 'rcpt', command);
      this.connection.write('DATA\r\n');
    }
    const go = await this.connection.readReply('data', data);
    if (go.code !== 354) throw new SmtpFailure('data', go.text, go);
    await this.sendBody(message, onDot);
    const reply = await this.connection.readReply('dot', this.timeouts.dot);
    if (reply.code < 200 || reply.code > 299) throw new SmtpFailure('dot', reply.text, reply);
    this.needsReset = false;
    return reply;
  }

  /** Takes leave. */
  quit(): void {
    this.connection.write('QUIT\r\n');
    // Whoever does not answer to that is not waited for.
    this.connection.readReply('mail', 5000).then(
      () => this.close(),
      () => {},
    );
  }

  close(): void {
    this.connection.end('The conversation was ended');
  }

  private async greet(): Promise<void> {
    const { options, timeouts: patience } = this;
    if (options.implicitTls) await this.secure();
    const banner = await this.connection.readReply('banner', patience.greeting);
    if (banner.code !== 220) throw new SmtpFailure('banner', banner.text, banner);
    await this.hello();
    if (!this.encrypted && options.tlsPolicy.kind !== 'plain') await this.upgrade();
    if (options.auth) await this.signIn(options.auth);
  }

  private async hello(): Promise<void> {
    const { hostname } = this.options;
    this.extensions.clear();
    try {
      const { lines } = await this.command(`EHLO ${hostname}`, 'ehlo', this.timeouts.command);
      for (const line of lines.slice(1)) {
        const [keyword = '', ...values] = line.trim().split(/[ =]+/);
        this.extensions.set(keyword.toUpperCase(), values.join(' ').toUpperCase());
      }
    } catch (error) {
      // Only who does not know EHLO is greeted the old way (RFC 5321 3.2).
      const code = (error as SmtpFailure).reply?.code ?? 0;
      if (![500, 501, 502, 504].includes(code)) throw error;
      await this.command(`HELO ${hostname}`, 'ehlo', this.timeouts.command);
    }
  }

  private async upgrade(): Promise<void> {
    const strict = isStrict(this.options.tlsPolicy);
    if (!this.offers('STARTTLS')) {
      if (strict) throw new SmtpFailure('tls', 'The server offers no TLS');
      return;
    }
    this.connection.write('STARTTLS\r\n');
    const reply = await this.connection.readReply('tls', this.timeouts.data);
    if (reply.code !== 220) {
      if (strict) throw new SmtpFailure('tls', reply.text, reply);
      return;
    }
    await this.secure();
    // Nothing heard before TLS counts any more (RFC 3207 4.2).
    await this.hello();
  }

  private async secure(): Promise<void> {
    const { name, tlsPolicy: demand } = this.options;
    const clean = this.connection.switchTo((socket) => startTls(socket, name));
    if (!clean) throw new SmtpFailure('tls', 'The server sent something between STARTTLS and TLS');
    const socket = this.connection.socket as TLSSocket;
    await waitForHandshake(socket, this.timeouts.data);
    const fault = checkCertificate(socket, demand);
    if (fault !== null) throw new SmtpFailure('tls', fault);
    this.encrypted = true;
  }

  private async signIn({ user, pass }: { user: string; pass: string }): Promise<void> {
    const encode = (text: string) => Buffer.from(text).toString('base64');
    const offered = (this.extensions.get('AUTH') ?? '').split(' ');
    const { command } = this.timeouts;
    if (offered.includes('PLAIN') || !offered.includes('LOGIN')) {
      await this.command(`AUTH PLAIN ${encode(`\0${user}\0${pass}`)}`, 'auth', command);
      return;
    }
    await this.command('AUTH LOGIN', 'auth', command, 334);
    await this.command(encode(user), 'auth', command, 334);
    await this.command(encode(pass), 'auth', command);
  }

  /** MAIL and RCPT for a parcel. Throws a SmtpFailure where the server lacks what the parcel needs. */
  private envelope(message: OutgoingMessage): [mail: string, rcpt: string] {
    const [from, to] = [toWireAddress(message.from), toWireAddress(message.to)];
    if (!splitAddress(to) || /[\r\n\0]/.test(from + to)) throw localRejection(553, '5.1.3', 'No address to deliver to');
    const utf8 = message.utf8 || isInternational(from) || isInternational(to);
    if (utf8 && !this.offers('SMTPUTF8')) throw localRejection(550, '5.6.7', 'The server does not offer SMTPUTF8');
    const room = Number(this.extensions.get('SIZE') ?? 0);
    if (room > 0 && message.body.size > room) throw localRejection(552, '5.3.4', `The server takes at most ${room} octets`);
    const parameters = [
      this.offers('SIZE') ? ` SIZE=${message.body.size}` : '',
      this.offers('8BITMIME') ? ' BODY=8BITMIME' : '',
      utf8 ? ' SMTPUTF8' : '',
    ];
    return [`MAIL FROM:<${from}>${parameters.join('')}`, `RCPT TO:<${to}>`];
  }

  private async command(command: string, step: Step, within: number, wanted = 200): Promise<Reply> {
    this.connection.write(`${command}\r\n`);
    const reply = await this.connection.readReply(step, within);
    // 251 and 252 are as good as 250 (RFC 5321 4.3.2).
    if (Math.floor(reply.code / 100) !== Math.floor(wanted / 100)) throw new SmtpFailure(step, reply.text, reply);
    return reply;
  }

  /** Hears the answer to RSET. Who does not clear is no good for another message. */
  private async expectReset(): Promise<void> {
    const { code } = await this.connection.readReply('mail', this.timeouts.command);
    if (code < 200 || code > 299) throw new SmtpFailure('mail', 'The server does not clear a refused message');
  }

  private async firstFailure(steps: [step: Step, within: number][]): Promise<SmtpFailure | null> {
    let failed: SmtpFailure | null = null;
    for (const [step, within] of steps) {
      try {
        const reply = await this.connection.readReply(step, within);
        if (reply.code < 200 || reply.code > 299) failed ??= new SmtpFailure(step, reply.text, reply);
      } catch (error) {
        throw failed ?? error;
      }
    }
    return failed;
  }

  /** Hears the answer to a DATA that went out with a refused envelope. Who says 354 to that must get no final dot. */
  private async declineData(within: number): Promise<void> {
    const reply = await this.connection.readReply('data', within).catch(() => null);
    if (reply === null || reply.code < 400) this.close();
  }

  /** Whatever the server says before the final dot is no answer to it: a 250 least of all. */
  private checkEarlyReply(): void {
    const early = this.connection.takeEarlyReply();
    if (!early) return;
    this.close();
    throw new SmtpFailure('data', early.text, early.code >= 400 ? early : null);
  }

  private async sendBody({ body }: OutgoingMessage, onDot: Watch['onDot']): Promise<void> {
    const { block } = this.timeouts;
    const stuffing = new DotStuffing();
    if (body.held && body.size <= MAX_SINGLE_WRITE) {
      const pieces = body.held.flatMap((piece) => stuffing.stuff(piece));
      this.checkEarlyReply();
      onDot();
      await this.connection.send([Buffer.concat([...pieces, stuffing.end()])], block);
      return;
    }
    const source = body.held ?? (body.open() as AsyncIterable<Buffer>);
    try {
      for await (const piece of source) {
        for (let at = 0; at < piece.length; at += MAX_SINGLE_WRITE) {
          const pieces = stuffing.stuff(piece.subarray(at, at + MAX_SINGLE_WRITE));
          await this.connection.send(pieces.length > 16 ? [Buffer.concat(pieces)] : pieces, block);
        }
      }
    } catch (error) {
      // Our own bytes ended early: the server still waits for the rest and must never get a final dot.
      this.close();
      if (!(error instanceof SmtpFailure)) throw new SmtpFailure('own', (error as Error).message);
      // Who hangs up in the middle may have said why.
      const early = this.connection.takeEarlyReply();
      throw early ? new SmtpFailure('data', early.text, early) : error;
    }
    this.checkEarlyReply();
    onDot();
    await this.connection.send([stuffing.end()], block);
  }
}

/** As it is, but with an international domain in ASCII: so its server need not know SMTPUTF8. */
function toWireAddress(address: string): string {
  return isInternational(address) ? normalAddress(address) : address;
}

/** What we know before the server is asked. */
function localRejection(code: number, enhanced: string, text: string): SmtpFailure {
  const words = `${code} ${enhanced} ${text}`;
  return new SmtpFailure('mail', words, { code, text: words, lines: [`${enhanced} ${text}`] });
}
