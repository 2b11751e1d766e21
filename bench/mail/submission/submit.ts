import { connect, type TLSSocket } from 'node:tls';

/** The load of one generator. The parent process passes it as JSON in the first argument. */
export interface SubmissionLoad {
  port: number;
  /** Addresses, which are also user names; connections use them in turn. */
  senders: { address: string; password: string }[];
  /** The domain of the recipients; their local parts are numbers. */
  recipientDomain: string;
  connections: number;
  messages: number;
  /** Header fields after From, separated by CRLF. */
  header: string;
  /** Size of the text in bytes. */
  size: number;
}

/** One connection with implicit TLS, on which commands wait for their replies. */
class Submission {
  readonly #socket: TLSSocket;
  #input = '';
  #pending = Promise.withResolvers<string>();

  constructor(port: number) {
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
    });
    this.#socket.setNoDelay(true);
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (text: string) => this.#read(text));
    const fail = (error?: Error) => this.#pending.reject(error ?? new Error('the server closed the connection'));
    this.#socket.on('error', fail);
    this.#socket.on('close', () => fail());
  }

  /** Sends the pieces, if any, in one write and waits for a reply with this code. */
  async expect(code: number, ...pieces: (string | Buffer)[]): Promise<void> {
    this.#socket.cork();
    for (const piece of pieces) this.#socket.write(piece);
    this.#socket.uncork();
    const reply = await this.#pending.promise;
    this.#pending = Promise.withResolvers<string>();
    if (!reply.startsWith(String(code))) throw new Error(`expected ${code}, got: ${reply.trim()}`);
  }

  close(): void {
    this.#pending.promise.catch(() => {});
    this.#socket.end('QUIT\r\n');
  }

  #read(text: string): void {
    this.#input += text;
    // The last line of a reply has a space after its code.
    if (!/^\d{3} [^\n]*\n$/m.test(this.#input) || !this.#input.endsWith('\n')) return;
    this.#pending.resolve(this.#input);
    this.#input = '';
  }
}

/**
 * Sends messages over connections that stay open, each to a different recipient. Throws unless each message gets 250.
 */
async function submit(load: SubmissionLoad): Promise<void> {
  let left = load.messages;
  const line = 'The quick brown fox jumps over the lazy dog while nobody is looking at it.\r\n';
  // One buffer for all connections, because a large message for each of them would need too much memory.
  const rest = Buffer.from(`${load.header}\r\n\r\n${line.repeat(Math.floor(load.size / line.length))}.\r\n`);
  await Promise.all(
    Array.from({ length: load.connections }, async (_, at) => {
      const { address, password } = load.senders[at % load.senders.length] ?? { address: '', password: '' };
      const submission = new Submission(load.port);
      await submission.expect(220);
      await submission.expect(250, 'EHLO client.example\r\n');
      const credentials = Buffer.from(`\0${address}\0${password}`).toString('base64');
      await submission.expect(235, `AUTH PLAIN ${credentials}\r\n`);
      while (left > 0) {
        const number = left--;
        await submission.expect(250, `MAIL FROM:<${address}>\r\n`);
        await submission.expect(250, `RCPT TO:<${number}@${load.recipientDomain}>\r\n`);
        await submission.expect(354, 'DATA\r\n');
        await submission.expect(250, `From: <${address}>\r\n`, rest);
      }
      submission.close();
    }),
  );
}

const [argument] = process.argv.slice(2);
if (argument !== undefined) await submit(JSON.parse(argument) as SubmissionLoad);
