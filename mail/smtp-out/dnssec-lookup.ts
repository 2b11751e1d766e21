import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect, isIP } from 'node:net';
import packet, { type Answer, type DecodedPacket, type RecordType } from 'dns-packet';
import { type Answers, type Found, isAbsent, type Lookup } from './dns-lookup.ts';

/** Size of datagrams that cross every network whole (DNS flag day 2020). */
const DATAGRAM = 1232;
const MOST_ALIASES = 8;

export interface SecureLookupOptions {
  /** Addresses of validating resolvers on this machine, with `:port` where it is not 53. */
  servers: string[];
  /** Milliseconds for one question to one server, and how often all of them are asked. */
  timeout?: number;
  tries?: number;
}

/** Whether DNSSEC can be had: the AD bit means something only where nobody stands between us and who sets it. */
export function areOnLoopback(servers: string[]): boolean {
  return servers.length > 0 && servers.every((server) => /^(127\.|::1$|\[::1\])/.test(server));
}

/** A lookup that says of each answer whether the resolver has validated it (RFC 4035 3.2.3, RFC 6840 5.7). */
export function secureLookup({ servers, timeout = 5000, tries = 2 }: SecureLookupOptions): Lookup {
  return {
    async find<Type extends keyof Answers>(name: string, type: Type): Promise<Found<Type>> {
      let last: Error = failure('ETIMEOUT', name, type);
      for (let round = 0; round < tries; round++) {
        for (const server of servers) {
          try {
            return read(await ask(server, name, type, timeout), name, type);
          } catch (error) {
            // No such name is an answer; anything else may be this server's own trouble.
            if (isAbsent(error)) throw error;
            last = error as Error;
          }
        }
      }
      throw last;
    },
  };
}

async function ask(server: string, name: string, type: RecordType, timeout: number): Promise<DecodedPacket> {
  const id = randomInt(65_536);
  const query = packet.encode({
    type: 'query',
    id,
    // AD in a question: tell us whether you have validated the answer.
    flags: packet.RECURSION_DESIRED | packet.AUTHENTIC_DATA,
    questions: [{ type, name }],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: DATAGRAM,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: 0,
        flag_do: false,
        options: [],
      },
    ],
  });
  const place = placeOf(server);
  const short = await byDatagram(place, query, id, name, timeout);
  const reply = short.flag_tc ? await byStream(place, query, timeout) : short;
  if (!answers(reply, id, name)) throw failure('EBADRESP', name, type);
  return reply;
}

function byDatagram(place: Place, query: Buffer, id: number, name: string, timeout: number): Promise<DecodedPacket> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(place.host.includes(':') ? 'udp6' : 'udp4');
    const end = (settle: () => void) => {
      clearTimeout(timer);
      socket.close();
      settle();
    };
    const timer = setTimeout(() => end(() => reject(failure('ETIMEOUT', name, 'a question'))), timeout);
    socket.once('error', (error) => end(() => reject(error)));
    socket.on('message', (bytes) => {
      const reply = decoded(bytes);
      // What does not answer this question is somebody else's: the true answer may still come.
      if (reply && answers(reply, id, name)) end(() => resolve(reply));
    });
    // Connected: only this server is heard.
    socket.connect(place.port, place.host, () => socket.send(query));
  });
}

function byStream(place: Place, query: Buffer, timeout: number): Promise<DecodedPacket> {
  return new Promise((resolve, reject) => {
    const socket = connect(place);
    let held = Buffer.alloc(0);
    const fail = () => {
      clearTimeout(timer);
      socket.destroy();
      reject(failure('ETIMEOUT', place.host, 'a question by TCP'));
    };
    const timer = setTimeout(fail, timeout);
    socket.on('error', fail).on('close', fail);
    socket.on('connect', () =>
      socket.write(Buffer.concat([Buffer.from([query.length >> 8, query.length & 255]), query])),
    );
    socket.on('data', (bytes) => {
      held = Buffer.concat([held, bytes]);
      if (held.length < 2 || held.length < 2 + held.readUInt16BE(0)) return;
      const reply = decoded(held.subarray(2, 2 + held.readUInt16BE(0)));
      if (!reply) return fail();
      resolve(reply);
      fail();
    });
  });
}

function decoded(bytes: Buffer): DecodedPacket | null {
  try {
    return packet.decode(bytes);
  } catch {
    return null;
  }
}

function answers(reply: DecodedPacket, id: number, name: string): boolean {
  return reply.type === 'response' && reply.id === id && same(reply.questions?.[0]?.name ?? '', name);
}

/** The records of a reply, behind the aliases that lead to them. */
function read<Type extends keyof Answers>(reply: DecodedPacket, name: string, type: Type): Found<Type> {
  // dns-packet's types do not know the name that its reading of the code carries.
  const { rcode } = reply as unknown as { rcode: string };
  if (rcode === 'NXDOMAIN') throw failure('ENOTFOUND', name, type);
  if (rcode !== 'NOERROR') throw failure(`E${rcode}`, name, type);
  const all = reply.answers ?? [];
  let at = name;
  for (let hops = 0; ; hops++) {
    const alias = all.find((record) => record.type === 'CNAME' && same(record.name, at));
    if (!alias) break;
    if (hops === MOST_ALIASES) throw failure('EBADRESP', name, type);
    at = String((alias as { data: unknown }).data);
  }
  const records = all.filter((record) => record.type === type && same(record.name, at)).map(readRecord);
  // A referral is what a server hands out that does not resolve for us: no word about the name.
  const lame = records.length === 0 && (reply.authorities ?? []).some((record) => record.type === 'NS');
  if (lame) throw failure('ESERVFAIL', name, type);
  return { records: records as Answers[Type][], secure: reply.flag_ad === true };
}

function readRecord(record: Answer): unknown {
  switch (record.type) {
    case 'MX':
      return { exchange: record.data.exchange, priority: record.data.preference ?? 0 };
    case 'TXT':
      return (Array.isArray(record.data) ? record.data : [record.data]).map((part) => part.toString());
    case 'TLSA': {
      const { usage, selector, matchingType, certificate } = record.data;
      return { usage, selector, match: matchingType, data: certificate.toString('hex') };
    }
    case 'A':
    case 'AAAA':
      return record.data;
    default:
      return undefined;
  }
}

interface Place {
  host: string;
  port: number;
}

function placeOf(server: string): Place {
  if (isIP(server)) return { host: server, port: 53 };
  const [, host = '', port] = /^\[?([^\]]*?)\]?:(\d+)$/.exec(server) ?? [];
  return { host, port: Number(port) };
}

function same(one: string, other: string): boolean {
  return one.replace(/\.$/, '').toLowerCase() === other.replace(/\.$/, '').toLowerCase();
}

function failure(code: string, name: string, type: string): Error {
  return Object.assign(new Error(`query ${type} ${code} ${name}`), { code });
}
