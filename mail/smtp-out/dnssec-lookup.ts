import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect, isIP } from 'node:net';
import packet, { type Answer, type DecodedPacket, type RecordType } from 'dns-packet';
import { isNoSuchDomain, type Lookup, type LookupResult, type RecordData } from './dns-lookup.ts';

/** UDP payload size that avoids fragmentation (DNS flag day 2020). */
const MAX_DATAGRAM = 1232;
const MAX_ALIASES = 8;

export interface DnssecLookupOptions {
  /** Addresses of validating resolvers on this machine, with `:port` if it is not 53. */
  servers: string[];
  /** Milliseconds for one query to one server, and the number of rounds over all servers. */
  timeout?: number;
  tries?: number;
}

/** Returns whether all servers are on loopback. On a network, the AD bit could be forged. */
export function areOnLoopback(servers: string[]): boolean {
  return servers.length > 0 && servers.every((server) => /^(127\.|::1$|\[::1\])/.test(server));
}

/** Creates a lookup that reports the AD bit of each response (RFC 4035 3.2.3, RFC 6840 5.7). */
export function dnssecLookup({ servers, timeout = 5000, tries = 2 }: DnssecLookupOptions): Lookup {
  return {
    async find<Type extends keyof RecordData>(name: string, type: Type): Promise<LookupResult<Type>> {
      let last: Error = dnsError('ETIMEOUT', name, type);
      for (let round = 0; round < tries; round++) {
        for (const server of servers) {
          try {
            return readRecords(await sendQuery(server, name, type, timeout), name, type);
          } catch (error) {
            // ENOTFOUND is a valid result. Other errors may be specific to this server.
            if (isNoSuchDomain(error)) throw error;
            last = error as Error;
          }
        }
      }
      throw last;
    },
  };
}

async function sendQuery(server: string, name: string, type: RecordType, timeout: number): Promise<DecodedPacket> {
  const id = randomInt(65_536);
  const query = packet.encode({
    type: 'query',
    id,
    // AD in a query asks the resolver to report validation (RFC 6840 5.7).
    flags: packet.RECURSION_DESIRED | packet.AUTHENTIC_DATA,
    questions: [{ type, name }],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: MAX_DATAGRAM,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: 0,
        flag_do: false,
        options: [],
      },
    ],
  });
  const address = parseServerAddress(server);
  const udpReply = await queryByUdp(address, query, id, name, timeout);
  const reply = udpReply.flag_tc ? await queryByTcp(address, query, timeout) : udpReply;
  if (!isReplyTo(reply, id, name)) throw dnsError('EBADRESP', name, type);
  return reply;
}

function queryByUdp(
  address: ServerAddress,
  query: Buffer,
  id: number,
  name: string,
  timeout: number,
): Promise<DecodedPacket> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(address.host.includes(':') ? 'udp6' : 'udp4');
    const end = (settle: () => void) => {
      clearTimeout(timer);
      socket.close();
      settle();
    };
    const timer = setTimeout(() => end(() => reject(dnsError('ETIMEOUT', name, 'query'))), timeout);
    socket.once('error', (error) => end(() => reject(error)));
    socket.on('message', (bytes) => {
      const reply = decode(bytes);
      // A datagram that does not match the query may be forged. The real reply may still arrive.
      if (reply && isReplyTo(reply, id, name)) end(() => resolve(reply));
    });
    // A connected socket drops datagrams from other addresses.
    socket.connect(address.port, address.host, () => socket.send(query));
  });
}

function queryByTcp(address: ServerAddress, query: Buffer, timeout: number): Promise<DecodedPacket> {
  return new Promise((resolve, reject) => {
    const socket = connect(address);
    let buffered = Buffer.alloc(0);
    const fail = () => {
      clearTimeout(timer);
      socket.destroy();
      reject(dnsError('ETIMEOUT', address.host, 'query by TCP'));
    };
    const timer = setTimeout(fail, timeout);
    socket.on('error', fail).on('close', fail);
    socket.on('connect', () =>
      socket.write(Buffer.concat([Buffer.from([query.length >> 8, query.length & 255]), query])),
    );
    socket.on('data', (bytes) => {
      buffered = Buffer.concat([buffered, bytes]);
      if (buffered.length < 2 || buffered.length < 2 + buffered.readUInt16BE(0)) return;
      const reply = decode(buffered.subarray(2, 2 + buffered.readUInt16BE(0)));
      if (!reply) return fail();
      resolve(reply);
      fail();
    });
  });
}

function decode(bytes: Buffer): DecodedPacket | null {
  try {
    return packet.decode(bytes);
  } catch {
    return null;
  }
}

function isReplyTo(reply: DecodedPacket, id: number, name: string): boolean {
  return reply.type === 'response' && reply.id === id && isSameName(reply.questions?.[0]?.name ?? '', name);
}

/** Returns the records of a reply, following CNAMEs. */
function readRecords<Type extends keyof RecordData>(
  reply: DecodedPacket,
  name: string,
  type: Type,
): LookupResult<Type> {
  // The types of dns-packet lack `rcode`.
  const { rcode } = reply as unknown as { rcode: string };
  if (rcode === 'NXDOMAIN') throw dnsError('ENOTFOUND', name, type);
  if (rcode !== 'NOERROR') throw dnsError(`E${rcode}`, name, type);
  const all = reply.answers ?? [];
  let target = name;
  for (let hops = 0; ; hops++) {
    const alias = all.find((record) => record.type === 'CNAME' && isSameName(record.name, target));
    if (!alias) break;
    if (hops === MAX_ALIASES) throw dnsError('EBADRESP', name, type);
    target = String((alias as { data: unknown }).data);
  }
  const records = all.filter((record) => record.type === type && isSameName(record.name, target)).map(readRecord);
  // A referral means that the server does not resolve for us, not that the record is missing.
  const lame = records.length === 0 && (reply.authorities ?? []).some((record) => record.type === 'NS');
  if (lame) throw dnsError('ESERVFAIL', name, type);
  return { records: records as RecordData[Type][], secure: reply.flag_ad === true };
}

function readRecord(record: Answer): unknown {
  switch (record.type) {
    case 'MX':
      return { exchange: record.data.exchange, priority: record.data.preference ?? 0 };
    case 'TXT':
      return (Array.isArray(record.data) ? record.data : [record.data]).map((part) => part.toString());
    case 'TLSA': {
      const { usage, selector, matchingType, certificate } = record.data;
      return { usage, selector, matchingType, data: certificate.toString('hex') };
    }
    case 'A':
    case 'AAAA':
      return record.data;
    default:
      return undefined;
  }
}

interface ServerAddress {
  host: string;
  port: number;
}

function parseServerAddress(server: string): ServerAddress {
  if (isIP(server)) return { host: server, port: 53 };
  const [, host = '', port] = /^\[?([^\]]*?)\]?:(\d+)$/.exec(server) ?? [];
  return { host, port: Number(port) };
}

function isSameName(one: string, other: string): boolean {
  return one.replace(/\.$/, '').toLowerCase() === other.replace(/\.$/, '').toLowerCase();
}

function dnsError(code: string, name: string, type: string): Error {
  return Object.assign(new Error(`query ${type} ${code} ${name}`), { code });
}
