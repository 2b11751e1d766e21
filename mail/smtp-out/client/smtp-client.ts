import type { TLSSocket } from 'node:tls';
import type { DeliveryControl } from '../../host/transport.ts';
import { isInternational, normalAddress, splitAddress } from '../../message/address.ts';
import type { OutgoingMessage } from '../../message/outgoing-message.ts';
import { checkCertificate, isStrict, secured, startTls, type TlsPolicy, verifies } from '../policy/tls-policy.ts';
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
  demand: TlsPolicy;
  /** TLS from the first byte (RFC 8314). */
  implicitTls?: boolean;
  auth?: { user: string; pass: string } | undefined;
  patience?: Partial<SmtpTimeouts>;
}

/** Up to here a message goes out in one write, with its final dot. */
const ONE_WRITE = 64 * 1024;

/** A conversation with one mail server, kept open for many messages. */
export class SmtpClient {
  /** Messages this conversation has carried. */
  uses = 0;
  /** Whether TLS covers it. */
  encrypted = false;
  private readonly options: SmtpClientOptions;
  private readonly patience: SmtpTimeouts;
  private readonly line: SmtpConnection;
  private readonly extensions = new Map<string, string>();
  /** A transaction has failed and must be cleared before the next one; that costs no flight of its own. */
  private unclean = false;

  private constructor(options: SmtpClientOptions, line: SmtpConnection) {
    this.options = options;
    this.patience = { ...SMTP_TIMEOUTS, ...options.patience };
    this.line = line;
  }

  /** Connects, greets, turns to TLS as demanded and signs in if told to. Rejects with the SmtpFailure of a step. */
  static async open(options: SmtpClientOptions, signal?: AbortSignal): Promise<SmtpClient> {
    const { host, port } = options;
    const socket = await dial({ host, port }, options.patience?.connect ?? SMTP_TIMEOUTS.connect, signal);
    const peer = new SmtpClient(options, new SmtpConnection(socket));
    const onAbort = () => peer.close();
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      await peer.greet();
      return peer;
    } catch (error) {
      peer.close();
      throw error;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** When it last moved, by performance.now(). */
  get movedAt(): number {
    return this.line.movedAt;
  }

  get open(): boolean {
    return this.line.open;
  }

  /** Whether the server has announced an extension. */
  offers(extension: string): boolean {
    return this.extensions.has(extension);
  }

  /** Why the server's certificate does not hold for a name, or null where it does. */
  mistrust(name: string): string | null {
    return this.encrypted ? verifies(this.line.socket as TLSSocket, [name]) : 'The conversation is not encrypted';
  }

  /** Hands one message over; resolves with the 2xx after the final dot. Rejects with the SmtpFailure of a step. */
  async send(parcel: OutgoingMessage, onDot: DeliveryControl['onDot']): Promise<Reply> {
    this.uses++;
    const { command, data } = this.patience;
    const [mail, rcpt] = this.envelope(parcel);
    const { unclean } = this;
    this.unclean = true;
    if (unclean) this.line.write('RSET\r\n');
    if (unclean && !this.offers('PIPELINING')) await this.cleared();
    if (this.offers('PIPELINING')) {
      // One flight (RFC 2920): the replies are read in order, all of them, whatever the first ones say.
      this.line.write(`${mail}\r\n${rcpt}\r\nDATA\r\n`);
      if (unclean) await this.cleared();
      const failed = await this.failureOf([
        ['mail', command],
        ['rcpt', command],
      ]);
      if (failed) await this.declineData(data);
      if (failed) throw failed;
    } else {
      await this.say(mail, 'mail', command);
      await this.say(rcpt, 'rcpt', command);
      this.line.write('DATA\r\n');
    }
    const go = await this.line.reply('data', data);
    if (go.code !== 354) throw new SmtpFailure('data', go.words, go);
    await this.sendBody(parcel, onDot);
    const reply = await this.line.reply('dot', this.patience.dot);
    if (reply.code < 200 || reply.code > 299) throw new SmtpFailure('dot', reply.words, reply);
    this.unclean = false;
    return reply;
  }

  /** Takes leave. */
  quit(): void {
    this.line.write('QUIT\r\n');
    // Whoever does not answer to that is not waited for.
    this.line.reply('mail', 5000).then(
      () => this.close(),
      () => {},
    );
  }

  close(): void {
    this.line.end('The conversation was ended');
  }

  private async greet(): Promise<void> {
    const { options, patience } = this;
    if (options.implicitTls) await this.secure();
    const banner = await this.line.reply('banner', patience.greeting);
    if (banner.code !== 220) throw new SmtpFailure('banner', banner.words, banner);
    await this.hello();
    if (!this.encrypted && options.demand.kind !== 'plain') await this.upgrade();
    if (options.auth) await this.signIn(options.auth);
  }

  private async hello(): Promise<void> {
    const { hostname } = this.options;
    this.extensions.clear();
    try {
      const { lines } = await this.say(`EHLO ${hostname}`, 'ehlo', this.patience.command);
      for (const line of lines.slice(1)) {
        const [keyword = '', ...values] = line.trim().split(/[ =]+/);
        this.extensions.set(keyword.toUpperCase(), values.join(' ').toUpperCase());
      }
    } catch (error) {
      // Only who does not know EHLO is greeted the old way (RFC 5321 3.2).
      const code = (error as SmtpFailure).reply?.code ?? 0;
      if (![500, 501, 502, 504].includes(code)) throw error;
      await this.say(`HELO ${hostname}`, 'ehlo', this.patience.command);
    }
  }

  private async upgrade(): Promise<void> {
    const strict = isStrict(this.options.demand);
    if (!this.offers('STARTTLS')) {
      if (strict) throw new SmtpFailure('tls', 'The server offers no TLS');
      return;
    }
    this.line.write('STARTTLS\r\n');
    const reply = await this.line.reply('tls', this.patience.data);
    if (reply.code !== 220) {
      if (strict) throw new SmtpFailure('tls', reply.words, reply);
      return;
    }
    await this.secure();
    // Nothing heard before TLS counts any more (RFC 3207 4.2).
    await this.hello();
  }

  private async secure(): Promise<void> {
    const { name, demand } = this.options;
    const clean = this.line.switchTo((socket) => startTls(socket, name));
    if (!clean) throw new SmtpFailure('tls', 'The server sent something between STARTTLS and TLS');
    const socket = this.line.socket as TLSSocket;
    await secured(socket, this.patience.data);
    const fault = checkCertificate(socket, demand);
    if (fault !== null) throw new SmtpFailure('tls', fault);
    this.encrypted = true;
  }

  private async signIn({ user, pass }: { user: string; pass: string }): Promise<void> {
    const encode = (text: string) => Buffer.from(text).toString('base64');
    const offered = (this.extensions.get('AUTH') ?? '').split(' ');
    const { command } = this.patience;
    if (offered.includes('PLAIN') || !offered.includes('LOGIN')) {
      await this.say(`AUTH PLAIN ${encode(`\0${user}\0${pass}`)}`, 'auth', command);
      return;
    }
    await this.say('AUTH LOGIN', 'auth', command, 334);
    await this.say(encode(user), 'auth', command, 334);
    await this.say(encode(pass), 'auth', command);
  }

  /** MAIL and RCPT for a parcel. Throws a SmtpFailure where the server lacks what the parcel needs. */
  private envelope(parcel: OutgoingMessage): [mail: string, rcpt: string] {
    const [from, to] = [onWire(parcel.from), onWire(parcel.to)];
    if (!splitAddress(to) || /[\r\n\0]/.test(from + to)) throw unfit(553, '5.1.3', 'No address to deliver to');
    const utf8 = parcel.utf8 || isInternational(from) || isInternational(to);
    if (utf8 && !this.offers('SMTPUTF8')) throw unfit(550, '5.6.7', 'The server does not offer SMTPUTF8');
    const room = Number(this.extensions.get('SIZE') ?? 0);
    if (room > 0 && parcel.body.size > room) throw unfit(552, '5.3.4', `The server takes at most ${room} octets`);
    const parameters = [
      this.offers('SIZE') ? ` SIZE=${parcel.body.size}` : '',
      this.offers('8BITMIME') ? ' BODY=8BITMIME' : '',
      utf8 ? ' SMTPUTF8' : '',
    ];
    return [`MAIL FROM:<${from}>${parameters.join('')}`, `RCPT TO:<${to}>`];
  }

  private async say(command: string, step: Step, within: number, wanted = 200): Promise<Reply> {
    this.line.write(`${command}\r\n`);
    const reply = await this.line.reply(step, within);
    // 251 and 252 are as good as 250 (RFC 5321 4.3.2).
    if (Math.floor(reply.code / 100) !== Math.floor(wanted / 100)) throw new SmtpFailure(step, reply.words, reply);
    return reply;
  }

  /** Hears the answer to RSET. Who does not clear is no good for another message. */
  private async cleared(): Promise<void> {
    const { code } = await this.line.reply('mail', this.patience.command);
    if (code < 200 || code > 299) throw new SmtpFailure('mail', 'The server does not clear a refused message');
  }

  private async failureOf(steps: [step: Step, within: number][]): Promise<SmtpFailure | null> {
    let failed: SmtpFailure | null = null;
    for (const [step, within] of steps) {
      try {
        const reply = await this.line.reply(step, within);
        if (reply.code < 200 || reply.code > 299) failed ??= new SmtpFailure(step, reply.words, reply);
      } catch (error) {
        throw failed ?? error;
      }
    }
    return failed;
  }

  /** Hears the answer to a DATA that went out with a refused envelope. Who says 354 to that must get no final dot. */
  private async declineData(within: number): Promise<void> {
    const reply = await this.line.reply('data', within).catch(() => null);
    if (reply === null || reply.code < 400) this.close();
  }

  /** Whatever the server says before the final dot is no answer to it: a 250 least of all. */
  private unanswered(): void {
    const early = this.line.heard();
    if (!early) return;
    this.close();
    throw new SmtpFailure('data', early.words, early.code >= 400 ? early : null);
  }

  private async sendBody({ body }: OutgoingMessage, onDot: DeliveryControl['onDot']): Promise<void> {
    const { block } = this.patience;
    const stuffing = new DotStuffing();
    if (body.chunks && body.size <= ONE_WRITE) {
      const pieces = body.chunks.flatMap((piece) => stuffing.stuff(piece));
      this.unanswered();
      onDot();
      await this.line.send([Buffer.concat([...pieces, stuffing.end()])], block);
      return;
    }
    const source = body.chunks ?? (body.open() as AsyncIterable<Buffer>);
    try {
      for await (const piece of source) {
        for (let at = 0; at < piece.length; at += ONE_WRITE) {
          const pieces = stuffing.stuff(piece.subarray(at, at + ONE_WRITE));
          await this.line.send(pieces.length > 16 ? [Buffer.concat(pieces)] : pieces, block);
        }
      }
    } catch (error) {
      // Our own bytes ended early: the server still waits for the rest and must never get a final dot.
      this.close();
      if (!(error instanceof SmtpFailure)) throw new SmtpFailure('own', (error as Error).message);
      // Who hangs up in the middle may have said why.
      const early = this.line.heard();
      throw early ? new SmtpFailure('data', early.words, early) : error;
    }
    this.unanswered();
    onDot();
    await this.line.send([stuffing.end()], block);
  }
}

/** As it is, but with an international domain in ASCII: so its server need not know SMTPUTF8. */
function onWire(address: string): string {
  return isInternational(address) ? normalAddress(address) : address;
}

/** What we know before the server is asked. */
function unfit(code: number, enhanced: string, text: string): SmtpFailure {
  const words = `${code} ${enhanced} ${text}`;
  return new SmtpFailure('mail', words, { code, words, lines: [`${enhanced} ${text}`] });
}
