import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Reply } from '../judge/ledger.ts';

/** The user name and app password of a client that submits mail. */
export interface Login {
  user: string;
  password: string;
}

/** The client of one SMTP connection, which sends any number of messages. */
export class Client {
  readonly #socket: Socket;
  #held = '';
  #waiting: ((reply: number | null) => void) | null = null;
  readonly #ready: number[] = [];
  #gone = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('latin1').setNoDelay(true);
    socket.on('data', (text: string) => this.#read(text));
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#gone = true;
      this.#waiting?.(null);
    });
  }

  /** Connects from a separate loopback address and sends EHLO. Rejects if there is no server. */
  static async open(port: number, from: string, within = 20_000): Promise<Client> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    await once(socket, 'connect', { signal: AbortSignal.timeout(within) });
    const client = new Client(socket);
    const greeting = await client.#readReply(within);
    const hello = greeting === 220 ? await client.#ask('EHLO client.senders.internal', within) : greeting;
    if (hello === 250) return client;
    client.close();
    throw new Error(`Unexpected reply to the connection or EHLO: ${hello}`);
  }

  /** Connects to submission with implicit TLS and authenticates. Rejects if that fails. */
  static async openSubmission(port: number, from: string, { user, password }: Login, within = 20_000): Promise<Client> {
    const tcp = connect({ port, host: '127.0.0.1', localAddress: from });
    const socket = connectTls({ socket: tcp, rejectUnauthorized: false });
    tcp.on('error', (error) => socket.destroy(error));
    socket.on('error', () => {});
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(within) });
    const client = new Client(socket);
    const credentials = Buffer.from(`\0${user}\0${password}`).toString('base64');
    const replies = [await client.#readReply(within)];
    for (const command of ['EHLO laptop.internal', `AUTH PLAIN ${credentials}`]) {
      replies.push(await client.#ask(command, within));
    }
    if (replies.join() === '220,250,235') return client;
    client.close();
    throw new Error(`Unexpected replies to the connection, EHLO and AUTH: ${replies.join(', ')}`);
  }

  get open(): boolean {
    return !this.#gone;
  }

  /** Sends one message, and returns the reply to it or to the rejected command. */
  async send(from: string, to: string[], bytes: Buffer, within: number): Promise<Reply> {
    for (const command of [`MAIL FROM:<${from}>`, ...to.map((address) => `RCPT TO:<${address}>`), 'DATA']) {
      const code = await this.#ask(command, within);
      if (code === null) return 'unsent';
      if (code >= 400) {
        if (code !== 421) await this.#ask('RSET', within);
        return code;
      }
    }
    if (this.#gone || this.#socket.destroyed) return 'unsent';
    this.#socket.write(bytes.toString('latin1').replace(/(^|\r\n)\./g, '$1..'), 'latin1');
    const flushed = await new Promise<boolean>((resolve) => {
      const onClose = () => resolve(false);
      this.#socket.once('close', onClose);
      this.#socket.write('.\r\n', () => {
        this.#socket.off('close', onClose);
        resolve(true);
      });
    });
    // The final dot is written, so the message may have arrived even without a reply.
    return (flushed ? await this.#readReply(within) : null) ?? 'none';
  }

  /** Closes the connection. */
  close(): void {
    this.#socket.destroy();
  }

  #ask(command: string, within: number): Promise<number | null> {
    if (this.#gone) return Promise.resolve(null);
    this.#socket.write(`${command}\r\n`);
    return this.#readReply(within);
  }

  /** Returns the code of the next reply, or null if the connection ended or the timeout passed. */
  #readReply(within: number): Promise<number | null> {
    const first = this.#ready.shift();
    if (first !== undefined) return Promise.resolve(first);
    if (this.#gone) return Promise.resolve(null);
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#socket.destroy(), within);
      this.#waiting = (reply) => {
        clearTimeout(timer);
        this.#waiting = null;
        resolve(reply);
      };
    });
  }

  #read(text: string): void {
    this.#held += text;
    for (let end = this.#held.indexOf('\r\n'); end >= 0; end = this.#held.indexOf('\r\n')) {
      const line = this.#held.slice(0, end);
      this.#held = this.#held.slice(end + 2);
      if (line[3] === '-') continue;
      const code = Number(line.slice(0, 3));
      if (this.#waiting) this.#waiting(code);
      else this.#ready.push(code);
    }
  }
}
