import addressparser from 'nodemailer/lib/addressparser';
import { decodeWords } from 'postal-mime';
import type { Author } from '../message/authentication-result.ts';
import { fields, fieldValue } from '../message/header.ts';

/** Some hundred authors; reading a header full of them takes a tenth of a second. */
const LONGEST_FROM = 16 * 1024;

/**
 * Whether a message names its author the way everything after us relies on: exactly one From field (RFC 5322 3.6), of 16 KB
 * at most. With none or several, what DMARC judged and what the reader sees need not be the same.
 */
export function hasOneAuthor(head: Buffer): boolean {
  const [from, another] = fields(head).filter((field) => field.name === 'from');
  return from !== undefined && another === undefined && from.end - from.start <= LONGEST_FROM;
}

/** A name of plain words and an address in angles, as nearly all are; the rest is for the parser. */
const PLAIN = /^([a-z0-9 .'!?_=+/*&-]*)<([a-z0-9._+=-]+@[a-z0-9.-]+)>$/i;

/** Reads the From field; all empty where there is none. */
export function readFromField(head: Buffer): Author {
  const field = fields(head).find(({ name }) => name === 'from');
  if (!field) return { value: '', name: '', addresses: [] };
  const value = fieldValue(head, field);
  const plain = PLAIN.exec(value);
  if (plain?.[2]) return { value, name: decoded((plain[1] ?? '').trim()), addresses: [plain[2]] };
  const mailboxes = addressparser(value, { flatten: true });
  const addresses = mailboxes.map(({ address }) => address).filter((address) => address !== '');
  return { value, name: decoded(mailboxes[0]?.name ?? ''), addresses };
}

/** Text of a field with its encoded words (RFC 2047) read. */
export function decoded(text: string): string {
  return text.includes('=?') ? decodeWords(text) : text;
}
