import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** One step of a dialogue file, with its line number. */
export type Step =
  | { line: number; kind: 'say'; bytes: Buffer }
  | { line: number; kind: 'hear'; pattern: string }
  | { line: number; kind: 'act'; verb: string; rest: string };

/**
 * Parses a dialogue:
 *   C: text    the client sends a line; consecutive lines are sent in one write
 *   C| text    the client sends exactly this text, with the escapes \r \n \0 \t \xNN and no implicit CRLF
 *   S: text    the server replies with this line; * matches any text
 *   S*n text   the server replies with n such lines
 *   = verb ... an action of the runner (tls, wait, shutdown, closed, received, bytes, clock)
 *   ! name=n   a setting of the server under test; limits.name=n sets one of its limits
 *   # ...      a comment
 * {a*3} expands to aaa; {name} expands to the variable of that name.
 */
export function parseDialogue(text: string, variables: Record<string, string>) {
  const steps: Step[] = [];
  const settings: Record<string, number> = {};
  text.split('\n').forEach((source, at) => {
    const line = at + 1;
    const mark = source.slice(0, 2);
    const rest = expand(source.slice(2).replace(/^ /, ''), variables);
    if (mark === 'C:') steps.push({ line, kind: 'say', bytes: Buffer.from(`${rest}\r\n`) });
    else if (mark === 'C|') steps.push({ line, kind: 'say', bytes: literal(rest) });
    else if (mark === 'S:') steps.push({ line, kind: 'hear', pattern: rest });
    else if (mark === 'S*') {
      const [, count, pattern = ''] = /^(\d+) (.*)$/.exec(rest) ?? [];
      for (let i = 0; i < Number(count); i++) steps.push({ line, kind: 'hear', pattern });
    } else if (mark[0] === '=') {
      const [verb = '', ...more] = expand(source.slice(1).trim(), variables).split(' ');
      steps.push({ line, kind: 'act', verb, rest: more.join(' ') });
    } else if (mark[0] === '!') {
      const [name = '', value] = source.slice(1).trim().split('=');
      settings[name] = Number(value);
    } else if (mark.trim() !== '' && mark[0] !== '#') throw new Error(`Line ${line} is not a valid step: ${source}`);
  });
  return { steps: joined(steps), settings };
}

/** Joins consecutive lines of the client, which are sent in one write. */
function joined(steps: Step[]): Step[] {
  const result: Step[] = [];
  for (const step of steps) {
    const last = result.at(-1);
    if (step.kind === 'say' && last?.kind === 'say') last.bytes = Buffer.concat([last.bytes, step.bytes]);
    else result.push({ ...step });
  }
  return result;
}

function expand(text: string, variables: Record<string, string>): string {
  return text
    .replace(/\{([^{}]+)\*(\d+)\}/g, (_all, piece: string, count: string) => piece.repeat(Number(count)))
    .replace(/\{(\w+)\}/g, (all, name: string) => variables[name] ?? all);
}

function literal(text: string): Buffer {
  const escapes: Record<string, string> = { r: '\r', n: '\n', 0: '\0', t: '\t', '\\': '\\' };
  return Buffer.from(
    text.replace(/\\(?:x([0-9a-f]{2})|([rn0t\\]))/g, (_all, hex?: string, char?: string) =>
      hex ? String.fromCharCode(Number.parseInt(hex, 16)) : (escapes[char ?? ''] ?? ''),
    ),
    'latin1',
  );
}

/** A line-based SMTP client. */
export class Talker {
  private socket: Socket;
  private held = '';
  private ended = false;

  private constructor(socket: Socket) {
    this.socket = socket;
    this.listen(socket);
  }

  static async connect(port: number): Promise<Talker> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new Talker(socket);
  }

  /** Replaces the closed connection with a new one. */
  async reconnect(port: number): Promise<void> {
    this.socket = connect(port, '127.0.0.1');
    this.held = '';
    this.ended = false;
    await once(this.socket, 'connect');
    this.listen(this.socket);
  }

  say(bytes: Buffer | string): void {
    this.socket.write(bytes);
  }

  /** Returns the next line of the server without its CRLF, or null if the connection is closed. */
  async hear(within = 5000): Promise<string | null> {
    const deadline = Date.now() + within;
    while (!this.held.includes('\r\n')) {
      if (this.ended) return null;
      if (Date.now() > deadline)
        throw new Error(`The server sent no complete line (received: ${JSON.stringify(this.held)})`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const end = this.held.indexOf('\r\n');
    const line = this.held.slice(0, end);
    this.held = this.held.slice(end + 2);
    return line;
  }

  /** Starts TLS on the connection, as a client does after the 220 reply to STARTTLS. */
  async startTls(): Promise<void> {
    this.socket.removeAllListeners('data');
    const secure = connectTls({ socket: this.socket, rejectUnauthorized: false });
    await once(secure, 'secureConnect');
    this.socket = secure;
    this.listen(secure);
  }

  /** Returns whether the server closes the connection without sending another line. */
  async closes(within = 5000): Promise<boolean> {
    return (await this.hear(within)) === null;
  }

  /** Received text that hear() has not returned yet. */
  get unheard(): string {
    return this.held;
  }

  destroy(): void {
    this.socket.destroy();
  }

  /** Closes the client's side of the connection and continues to read. */
  halfClose(): void {
    this.socket.end();
  }

  private listen(socket: Socket): void {
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      this.held += text;
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (socket === this.socket) this.ended = true;
    });
    socket.on('end', () => {
      if (socket === this.socket) this.ended = true;
    });
  }
}

/** Returns whether a line matches a pattern in which * matches any text. */
export function matches(line: string | null, pattern: string): boolean {
  if (line === null) return false;
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(line);
}
