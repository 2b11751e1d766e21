import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

/** A message that the inbox received, byte for byte, with dot-stuffing removed. */
export interface Received {
  from: string;
  /** Parameters of MAIL FROM, e.g. 'BODY=8BITMIME'. */
  parameters: string;
  to: string[];
  bytes: Buffer;
  /** The bytes between DATA and the final dot as received, with dot-stuffing (RFC 5321 4.5.2). */
  wire: Buffer;
  /** Number of the connection, counted from 1. */
  connection: number;
  encrypted: boolean;
  at: Date;
}

export type Step = 'banner' | 'ehlo' | 'starttls' | 'mail' | 'rcpt' | 'data' | 'dot';

/** A reply line without CRLF, 'hang' to send no reply, or 'cut' to close the connection. */
export type Behaviour = string | 'hang' | 'cut';

export interface Inbox {
  port: number;
  received: Received[];
  /** Number of connections that clients opened. */
  connections: number;
  /** Number of connections that are open. */
  readonly openConnections: number;
  /** Sets the behaviour of a step; null restores the default reply. `times` limits how often the behaviour applies. */
  on(step: Step, behaviour: Behaviour | null, times?: number): void;
  /** Extensions announced after EHLO. */
  extensions: string[];
  /** If set, the server offers STARTTLS with this certificate. */
  tls: { key: string; cert: string } | null;
  /** Resolves when `count` messages have arrived; rejects after `within` milliseconds. */
  waitFor(count: number, within?: number): Promise<Received[]>;
  /** Closes all connections without a reply. */
  dropConnections(): void;
  close(): Promise<void>;
}

const DEFAULT_REPLY: Record<Step, string> = {
  banner: '220 inbox.test ESMTP',
  ehlo: '',
  starttls: '220 2.0.0 Ready',
  mail: '250 2.1.0 Ok',
  rcpt: '250 2.1.5 Ok',
  data: '354 Go ahead',
  dot: '250 2.0.0 Ok: stored',
};

/**
 * Starts an SMTP server that records messages and can fail at each step, by default on loopback; port 0 means any free
 * port.
 */
export async function startInbox(port = 0, host = '127.0.0.1'): Promise<Inbox> {
  const script = new Map<Step, { behaviour: Behaviour; left: number }>();
  const sockets = new Set<Socket>();
  const arrivals = new EventEmitter();

  const inbox: Inbox = {
    port: 0,
    received: [],
    connections: 0,
    get openConnections() {
      return sockets.size;
    },
    tls: null,
    extensions: ['PIPELINING', '8BITMIME', 'SMTPUTF8', 'SIZE 52428800', 'ENHANCEDSTATUSCODES'],
    on(step, behaviour, times = Number.POSITIVE_INFINITY) {
      if (behaviour === null) script.delete(step);
      else script.set(step, { behaviour, left: times });
    },
    async waitFor(count, within = 10_000) {
      const signal = AbortSignal.timeout(within);
      while (inbox.received.length < count) {
        await once(arrivals, 'message', { signal }).catch(() => {
          throw new Error(`${inbox.received.length} of ${count} messages arrived within ${within} ms`);
        });
      }
      return inbox.received;
    },
    dropConnections() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      inbox.dropConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    inbox.connections++;
    converse(socket, inbox, inbox.connections, behaviourAt, (message) => {
      inbox.received.push(message);
      arrivals.emit('message');
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  inbox.port = (server.address() as AddressInfo).port;
  return inbox;

  function behaviourAt(step: Step): Behaviour {
    const entry = script.get(step);
    if (!entry) return DEFAULT_REPLY[step];
    if (--entry.left <= 0) script.delete(step);
    return entry.behaviour;
  }
}

const FINAL_DOT = Buffer.from('\r\n.\r\n');

function converse(
  plain: Socket,
  inbox: Inbox,
  connection: number,
  behaviourAt: (step: Step) => Behaviour,
  keep: (message: Received) => void,
): void {
  let socket = plain;
  let held = Buffer.alloc(0);
  /** Chunks of an incomplete message that are not in `held` yet. `tail` is the last bytes of the previous chunk. */
  let pending: Buffer[] = [];
  let tail = Buffer.alloc(0);
  let inData = false;
  let silent = false;
  let from = '';
  let parameters = '';
  let to: string[] = [];

  sendReply('banner');
  socket.on('data', take);

  function take(chunk: Buffer): void {
    pending.push(chunk);
    const overlap = Buffer.concat([tail, chunk]);
    tail = overlap.subarray(-4);
    // Concatenating only at the end keeps the cost of a large message linear.
    if (inData && held.length > 4 && !overlap.includes(FINAL_DOT)) return;
    held = Buffer.concat([held, ...pending]);
    pending = [];
    while (!silent && (inData ? takeData() : takeCommand())) {
      // Repeats until `held` contains no complete command or message.
    }
  }

  function secure({ key, cert }: { key: string; cert: string }): void {
    plain.removeListener('data', take);
    socket = new TLSSocket(plain, { isServer: true, secureContext: createSecureContext({ key, cert }) });
    socket.on('data', take).on('error', () => {});
    held = Buffer.alloc(0);
  }

  /** Sends the reply of a step. Returns whether it is positive (2yz or 3yz). */
  function sendReply(step: Step): boolean {
    const behaviour = behaviourAt(step);
    if (behaviour === 'hang') silent = true;
    else if (behaviour === 'cut') {
      silent = true;
      socket.destroy();
    } else socket.write(`${behaviour || ehloReply()}\r\n`);
    return /^[23]/.test(behaviour || '250');
  }

  function ehloReply(): string {
    const lines = ['inbox.test', ...inbox.extensions, ...(inbox.tls && socket === plain ? ['STARTTLS'] : [])];
    return lines.map((line, at) => `250${at < lines.length - 1 ? '-' : ' '}${line}`).join('\r\n');
  }

  function takeCommand(): boolean {
    const end = held.indexOf('\r\n');
    if (end < 0) return false;
    const line = held.toString('utf8', 0, end);
    held = held.subarray(end + 2);
    const path = /^(?:MAIL FROM|RCPT TO):<([^>]*)>\s*(.*)$/i.exec(line);
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO' || verb === 'HELO') sendReply('ehlo');
    else if (verb === 'STAR' && inbox.tls) {
      if (sendReply('starttls')) secure(inbox.tls);
    } else if (verb === 'MAIL') {
      if (sendReply('mail')) [from, parameters, to] = [path?.[1] ?? '', path?.[2] ?? '', []];
    } else if (verb === 'RCPT') {
      if (sendReply('rcpt')) to.push(path?.[1] ?? '');
    } else if (verb === 'DATA') {
      if (to.length === 0) socket.write('503 5.5.1 No recipients\r\n');
      else inData = sendReply('data');
    } else if (verb === 'QUIT') {
      socket.end('221 2.0.0 Bye\r\n');
    } else if (verb === 'RSET' || verb === 'NOOP') {
      to = [];
      socket.write('250 2.0.0 Ok\r\n');
    } else socket.write('500 5.5.2 What?\r\n');
    return true;
  }

  function takeData(): boolean {
    const empty = held.subarray(0, 3).equals(FINAL_DOT.subarray(2));
    const end = empty ? 0 : held.indexOf(FINAL_DOT) + 2;
    if (!empty && end < 2) return false;
    const wire = Buffer.from(held.subarray(0, end));
    held = held.subarray(end + 3);
    inData = false;
    const message = {
      from,
      parameters,
      to,
      wire,
      bytes: unstuff(wire),
      connection,
      encrypted: socket !== plain,
      at: new Date(),
    };
    to = [];
    // Recorded before the reply, to simulate a server that accepts a message and fails before it replies.
    const behaviour = behaviourAt('dot');
    if (!/^[45]/.test(behaviour)) keep(message);
    if (behaviour === 'hang') silent = true;
    else if (behaviour === 'cut') socket.destroy();
    else socket.write(`${behaviour}\r\n`);
    return true;
  }
}

function unstuff(wire: Buffer): Buffer {
  const text = wire.toString('latin1');
  return Buffer.from(text.replace(/(^|\r\n)\./g, '$1'), 'latin1');
}
