import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, 'messages');

/** Names of messages that were written for these tests. Between them they have every common field and form. */
export const OWN_MESSAGES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.eml'))
  .map((file) => file.replace(/\.eml$/, ''))
  .sort();

/** Returns the path of such a message. */
export function ownMessageFile(name: string): string {
  return path.join(FOLDER, `${name}.eml`);
}

/** Returns such a message with CRLF line ends. */
export function ownMessage(name: string): Buffer {
  return withCrlf(readFileSync(ownMessageFile(name)));
}

/** Returns a message with CRLF line ends, including one at its end. */
export function withCrlf(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1').replace(/\r\n|\r|\n/g, '\r\n');
  return Buffer.from(text.replace(/(?<!\r\n)$/, '\r\n'), 'latin1');
}

/** The DKIM keys of the signed messages, by type and name. The private keys no longer exist. */
export const OWN_KEYS = JSON.parse(readFileSync(path.join(FOLDER, 'dns.json'), 'utf8')) as Record<string, string>;
