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
  /** The bytes between DATA and the final dot as received, with dot-stuffing. */
  wire: Buffer;
  /** Number of the connection, counted from 1. */
  connection: number;
  encrypted: boolean;
  at: Date;
}

export type Step = 'banner' | 'ehlo' | 'starttls' | 'mail' | 'rcpt' | 'data' | 'dot';

/** A response other than success: a full line without CRLF, 'hang' for no reply, 'cut' to close the connection. */
export type Behaviour = string | 'hang' | 'cut';

export interface Inbox {
  port: number;
  received: Received[];
  /** How many connections were opened. */
  connections: number;
  /** Sets the behaviour of a step; null restores success. `times` limits how often it applies. */
  on(step: Step, behaviour: Behaviour | null, times?: number): void;
  /** Extensions announced after EHLO. */
  extensions: string[];
  /** With a certificate the inbox offers STARTTLS. */
  tls: { key: string; cert: string } | null;
  /** Waits until `count` messages have arrived; rejects after `within` milliseconds. */
  waitFor(count: number, within?: number): Promise<Received[]>;
  /** Ends all connections, as a server does with idle ones. */
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
  dot: '250 2.0.0 Ok: kept',
};

/** Starts an SMTP server on a free loopback port that records messages and misbehaves on request. */
export async function startInbox(port = 0): Promise<Inbox> {
  const script = new Map<Step, { behaviour: Behaviour; left: number }>();
  const sockets = new Set<Socket>();
  const arrivals = new EventEmitter();

  const inbox: Inbox = {
    port: 0,
    received: [],
    connections: 0,
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
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  inbox.port = (server.address() as AddressInfo).port;
  return inbox;

  function behaviourAt(step: Step): Behaviour {
    const told = script.get(step);
    if (!told) return DEFAULT_REPLY[step];
    if (--told.left <= 0) script.delete(step);
    return told.behaviour;
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
  /** What has come since of a message that has not ended, and its last bytes. */
  let later: Buffer[] = [];
  let tail = Buffer.alloc(0);
  let inData = false;
  let silent = false;
  let from = '';
  let parameters = '';
  let to: string[] = [];

  answer('banner');
  socket.on('data', take);

  function take(chunk: Buffer): void {
    later.push(chunk);
    const seam = Buffer.concat([tail, chunk]);
    tail = seam.subarray(-4);
    // Large messages are put together once.
    if (inData && held.length > 4 && !seam.includes(FINAL_DOT)) return;
    held = Buffer.concat([held, ...later]);
    later = [];
    while (!silent && (inData ? takeData() : takeCommand())) {
      // until what is held is no whole command or message
    }
  }

  function secure({ key, cert }: { key: string; cert: string }): void {
    plain.removeListener('data', take);
    socket = new TLSSocket(plain, { isServer: true, secureContext: createSecureContext({ key, cert }) });
    socket.on('data', take).on('error', () => {});
    held = Buffer.alloc(0);
  }

  /** Whether the step was agreed to. */
  function answer(step: Step): boolean {
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
    if (verb === 'EHLO' || verb === 'HELO') answer('ehlo');
    else if (verb === 'STAR' && inbox.tls) {
      if (answer('starttls')) secure(inbox.tls);
    } else if (verb === 'MAIL') {
      if (answer('mail')) [from, parameters, to] = [path?.[1] ?? '', path?.[2] ?? '', []];
    } else if (verb === 'RCPT') {
      if (answer('rcpt')) to.push(path?.[1] ?? '');
    } else if (verb === 'DATA') {
      if (to.length === 0) socket.write('503 5.5.1 No recipients\r\n');
      else inData = answer('data');
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
    // Kept before the reply, as an inbox does that crashes in between.
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
