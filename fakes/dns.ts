import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface DnsRecords {
  A?: string[];
  AAAA?: string[];
  MX?: { exchange: string; priority: number }[];
  TXT?: string[];
  CNAME?: string;
}

/** What a name answers: records, a failure of the server, or nothing at all. */
export type DnsAnswer = DnsRecords | 'SERVFAIL' | 'REFUSED' | 'silence';

export interface FakeDns {
  /** For `resolver.setServers([dns.server])`. */
  server: string;
  /** By name, lower-case; what is not here is NXDOMAIN. */
  names: Record<string, DnsAnswer>;
  /** Questions that came, as 'MX elsewhere.test'. */
  asked: string[];
  close(): Promise<void>;
}

const TYPES: Record<number, keyof DnsRecords> = { 1: 'A', 5: 'CNAME', 15: 'MX', 16: 'TXT', 28: 'AAAA' };
const CODES = { OK: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };

/** A DNS server on a free loopback port that answers from a table. */
export async function startDns(names: Record<string, DnsAnswer> = {}): Promise<FakeDns> {
  const socket = createSocket('udp4');
  const dns: FakeDns = {
    server: '',
    names,
    asked: [],
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  socket.on('message', (query, peer) => {
    const { name, type, end } = readQuestion(query);
    dns.asked.push(`${TYPES[type] ?? type} ${name}`);
    const reply = answerTo(query.subarray(0, end), name, type, dns.names[name]);
    if (reply) socket.send(reply, peer.port, peer.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  dns.server = `127.0.0.1:${(socket.address() as AddressInfo).port}`;
  return dns;
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(question: Buffer, name: string, type: number, answer: DnsAnswer | undefined): Buffer | null {
  if (answer === 'silence') return null;
  const code = answer === undefined ? CODES.NXDOMAIN : typeof answer === 'string' ? CODES[answer] : CODES.OK;
  const records = typeof answer === 'object' ? recordsOf(answer, type) : [];
  const reply = Buffer.concat([question, ...records.map((record) => encode(name, record))]);
  reply.writeUInt16BE(0x8580 | code, 2);
  reply.writeUInt16BE(records.length, 6);
  reply.writeUInt32BE(0, 8);
  return reply;
}

function recordsOf(answer: DnsRecords, type: number): { type: number; data: Buffer }[] {
  if (answer.CNAME !== undefined) return [{ type: 5, data: encodeName(answer.CNAME) }];
  const wanted = TYPES[type];
  if (wanted === 'A') return (answer.A ?? []).map((ip) => ({ type, data: Buffer.from(ip.split('.').map(Number)) }));
  if (wanted === 'AAAA') return (answer.AAAA ?? []).map((ip) => ({ type, data: encodeIPv6(ip) }));
  if (wanted === 'TXT') return (answer.TXT ?? []).map((text) => ({ type, data: encodeText(text) }));
  if (wanted !== 'MX') return [];
  return (answer.MX ?? []).map(({ exchange, priority }) => {
    const preference = Buffer.alloc(2);
    preference.writeUInt16BE(priority);
    return { type, data: Buffer.concat([preference, encodeName(exchange)]) };
  });
}

function encode(name: string, record: { type: number; data: Buffer }): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(record.type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(60, 4);
  fixed.writeUInt16BE(record.data.length, 8);
  return Buffer.concat([encodeName(name), fixed, record.data]);
}

function encodeName(name: string): Buffer {
  const labels = name.split('.').filter((label) => label !== '');
  return Buffer.concat([
    ...labels.map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);
}

function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  return Buffer.concat(parts);
}

function encodeIPv6(ip: string): Buffer {
  const [head = '', tail] = ip.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const missing = Array<string>(8 - before.length - after.length).fill('0');
  const bytes = Buffer.alloc(16);
  [...before, ...missing, ...after].forEach((group, at) => {
    bytes.writeUInt16BE(Number.parseInt(group, 16), at * 2);
  });
  return bytes;
}
