import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import packet, { type Answer, type DecodedPacket } from 'dns-packet';

export interface DnsRecords {
  A?: string[];
  AAAA?: string[];
  MX?: { exchange: string; priority: number }[];
  TXT?: string[];
  /** `data` is in hexadecimal. */
  TLSA?: { usage: number; selector: number; match: number; data: string }[];
  CNAME?: string;
  /** For a name such as 1.0.0.127.in-addr.arpa. */
  PTR?: string;
  /** True if DNSSEC validates these records: the response has the AD bit if the query requests it (RFC 6840 5.7). */
  secure?: boolean;
}

/**
 * The response for a name: records, an error code, a lame delegation ('lame'), malformed bytes ('garbage'), the wrong
 * message id ('stray'), or no response ('silence').
 */
export type DnsResponse = DnsRecords | 'SERVFAIL' | 'REFUSED' | 'lame' | 'garbage' | 'stray' | 'silence';

export interface FakeDns {
  /** Address and port for `resolver.setServers([dns.server])`. */
  server: string;
  /** Responses by lower-case name; the response for any other name is NXDOMAIN. */
  names: Record<string, DnsResponse>;
  /** The questions received, such as 'MX elsewhere.test', or 'MX elsewhere.test tcp' over TCP. */
  queries: string[];
  close(): Promise<void>;
}

const CODES = { OK: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };
const AUTHENTIC = packet.AUTHENTIC_DATA;
/** Maximum size of a UDP response if the query has no OPT record (RFC 1035 4.2.1, RFC 6891 6.2.3). */
const DATAGRAM = 512;

/** Starts a recursive DNS server with responses from a table, on a free port (UDP and TCP), by default on loopback. */
export async function startDns(names: Record<string, DnsResponse> = {}, host = '127.0.0.1'): Promise<FakeDns> {
  const socket = createSocket('udp4');
  const streams = new Set<Socket>();
  const server = createServer((stream) => {
    streams.add(stream);
    stream.on('close', () => streams.delete(stream)).on('error', () => {});
    serve(stream);
  });
  const dns: FakeDns = {
    server: '',
    names,
    queries: [],
    async close() {
      for (const stream of streams) stream.destroy();
      await Promise.all([new Promise((done) => server.close(done)), new Promise<void>((done) => socket.close(done))]);
    },
  };

  socket.on('message', (query, peer) => {
    const question = packet.decode(query);
    const reply = replyTo(dns, question, '');
    if (!reply) return;
    const opt = question.additionals?.find((record) => record.type === 'OPT');
    const maxSize = opt && 'udpPayloadSize' in opt ? opt.udpPayloadSize : DATAGRAM;
    socket.send(reply.length > maxSize ? truncated(question) : reply, peer.port, peer.address);
  });

  function serve(stream: Socket): void {
    let held = Buffer.alloc(0);
    stream.on('data', (chunk) => {
      held = Buffer.concat([held, chunk]);
      while (held.length >= 2 && held.length >= 2 + held.readUInt16BE(0)) {
        const end = 2 + held.readUInt16BE(0);
        const reply = replyTo(dns, packet.decode(held.subarray(2, end)), ' tcp');
        held = held.subarray(end);
        if (reply) stream.write(Buffer.concat([Buffer.from([reply.length >> 8, reply.length & 255]), reply]));
      }
    });
  }

  // UDP and TCP need the same port number, and a port that is free for one may be in use for the other.
  for (;;) {
    server.listen(0, host);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    socket.bind(port, host);
    const bound = await Promise.race([
      once(socket, 'listening').then(() => true),
      once(socket, 'error').then(() => false),
    ]);
    dns.server = `${host}:${port}`;
    if (bound) return dns;
    server.close();
  }
}

function replyTo(dns: FakeDns, query: DecodedPacket, suffix: string): Buffer | null {
  const question = query.questions?.[0];
  if (!question) return null;
  const name = question.name.toLowerCase();
  dns.queries.push(`${question.type} ${name}${suffix}`);
  const response = dns.names[name];
  if (response === 'silence') return null;
  if (response === 'garbage') return Buffer.concat([idOf(query), Buffer.from('8180ffffffffffffffffc00cc00c', 'hex')]);
  const secure = typeof response === 'object' && response.secure === true && ((query.flags ?? 0) & AUTHENTIC) !== 0;
  const code = response === undefined ? CODES.NXDOMAIN : typeof response === 'string' ? codeOf(response) : CODES.OK;
  return packet.encode({
    type: 'response',
    id: ((query.id ?? 0) + (response === 'stray' ? 1 : 0)) % 65_536,
    flags: packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE | (secure ? AUTHENTIC : 0) | code,
    questions: [question],
    answers: typeof response === 'object' ? follow(dns, name, response, question.type) : [],
    authorities: response === 'lame' ? [{ type: 'NS', name: 'test', data: 'ns.elsewhere.test', ttl: 60 }] : [],
  });
}

function codeOf(response: string): number {
  return response === 'SERVFAIL' ? CODES.SERVFAIL : response === 'REFUSED' ? CODES.REFUSED : CODES.OK;
}

/** Returns the CNAME chain of a name and the records at its end (RFC 1034 4.3.2), over at most 8 aliases. */
function follow(dns: FakeDns, name: string, start: DnsRecords, type: string): Answer[] {
  const answers: Answer[] = [];
  let [at, records] = [name, start];
  for (let hops = 0; records.CNAME !== undefined && hops < 8; hops++) {
    answers.push({ type: 'CNAME', name: at, data: records.CNAME, ttl: 60 });
    at = records.CNAME;
    const next = dns.names[at];
    if (typeof next !== 'object') return answers;
    records = next;
  }
  return [...answers, ...recordsOf(at, records, type)];
}

function recordsOf(name: string, records: DnsRecords, type: string): Answer[] {
  if (type === 'A' || type === 'AAAA') return (records[type] ?? []).map((data) => ({ type, name, data, ttl: 60 }));
  if (type === 'MX') {
    return (records.MX ?? []).map(({ exchange, priority }) => {
      const data = { exchange, preference: priority };
      return { type, name, data, ttl: 60 };
    });
  }
  if (type === 'TXT') {
    return (records.TXT ?? []).map((text) => ({ type, name, data: text.match(/.{1,255}/gs) ?? [''], ttl: 60 }));
  }
  if (type === 'PTR') return records.PTR === undefined ? [] : [{ type, name, data: records.PTR, ttl: 60 }];
  if (type !== 'TLSA') return [];
  return (records.TLSA ?? []).map(({ usage, selector, match, data }) => {
    const certificate = Buffer.from(data, 'hex');
    return { type, name, data: { usage, selector, matchingType: match, certificate }, ttl: 60 };
  });
}

function truncated(query: DecodedPacket): Buffer {
  return packet.encode({
    type: 'response',
    id: query.id ?? 0,
    flags: packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE | packet.TRUNCATED_RESPONSE,
    questions: query.questions ?? [],
  });
}

function idOf({ id = 0 }: DecodedPacket): Buffer {
  return Buffer.from([id >> 8, id & 255]);
}
