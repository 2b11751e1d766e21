import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';

/** A line-based SMTP client. */
export class LineClient {
  #socket: Socket;
  #buffered = '';
  #ended = false;
  readonly #changes = new EventEmitter();
  readonly #port: number;

  constructor(socket: Socket, port: number) {
    this.#socket = socket;
    this.#port = port;
    this.#listen(socket);
  }

  static async connect(port: number): Promise<LineClient> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new LineClient(socket, port);
  }

  /** Replaces the closed connection with a new one. */
  async reconnect(): Promise<void> {
    this.#socket = connect(this.#port, '127.0.0.1');
    this.#buffered = '';
    this.#ended = false;
    await once(this.#socket, 'connect');
    this.#listen(this.#socket);
  }

  send(bytes: Buffer | string): void {
    this.#socket.write(bytes);
  }

  /** Returns the next line of the server without its CRLF, or null if the connection is closed. */
  async readLine(within = 60_000): Promise<string | null> {
    const signal = AbortSignal.timeout(within);
    while (!this.#buffered.includes('\r\n')) {
      if (this.#ended) return null;
      await once(this.#changes, 'change', { signal }).catch(() => {
        throw new Error(`The server sent no complete line (received: ${JSON.stringify(this.#buffered)})`);
      });
    }
    const end = this.#buffered.indexOf('\r\n');
    const line = this.#buffered.slice(0, end);
    this.#buffered = this.#buffered.slice(end + 2);
    return line;
  }

  /** Starts TLS on the connection, as a client does after the 220 reply to STARTTLS. */
  async startTls(): Promise<TLSSocket> {
    this.#socket.removeAllListeners('data');
    const secure = connectTls({ socket: this.#socket, rejectUnauthorized: false });
    await once(secure, 'secureConnect');
    this.#socket = secure;
    this.#listen(secure);
    return secure;
  }

  /** Returns whether the server closes the connection without sending another line. */
  async closes(within = 60_000): Promise<boolean> {
    return (await this.readLine(within)) === null;
  }

  /** Received text that readLine() has not returned yet. */
  get unread(): string {
    return this.#buffered;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Closes the client's side of the connection and continues to read. */
  halfClose(): void {
    this.#socket.end();
  }

  #listen(socket: Socket): void {
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      this.#buffered += text;
      this.#changes.emit('change');
    });
    socket.on('error', () => {});
    for (const event of ['close', 'end']) {
      socket.on(event, () => {
        if (socket !== this.#socket) return;
        this.#ended = true;
        this.#changes.emit('change');
      });
    }
  }
}
