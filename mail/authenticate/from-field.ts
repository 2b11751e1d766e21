import addressparser from 'nodemailer/lib/addressparser';
import type { Author } from '../message/authentication-result.ts';
import { fields, fieldValue } from '../message/header.ts';
import { decodeEncodedWords } from '../message/mailbox.ts';

/** Limits the cost of parsing: a field of this size takes 0.1 s. */
const MAX_FROM_LENGTH = 16 * 1024;

/**
 * Returns whether a header has exactly one From field (RFC 5322 3.6) of at most 16 KB. Otherwise DMARC might evaluate a
 * different author from the one that the mail client displays.
 */
export function hasOneAuthor(head: Buffer): boolean {
  const [from, another] = fields(head).filter((field) => field.name === 'from');
  return from !== undefined && another === undefined && from.end - from.start <= MAX_FROM_LENGTH;
}

/** Fast path for a plain name and an address in angle brackets. */
const PLAIN = /^([a-z0-9 .'!?_=+/*&-]*)<([a-z0-9._+=-]+@[a-z0-9.-]+)>$/i;

/** Parses the From field; returns empty values if it is missing. */
export function readFromField(head: Buffer): Author {
  const field = fields(head).find(({ name }) => name === 'from');
  if (!field) return { value: '', name: '', addresses: [] };
  const value = fieldValue(head, field);
  const plain = PLAIN.exec(value);
  if (plain?.[2]) return { value, name: decodeEncodedWords((plain[1] ?? '').trim()), addresses: [plain[2]] };
  const mailboxes = addressparser(value, { flatten: true });
  const addresses = mailboxes.map(({ address }) => address).filter((address) => address !== '');
  return { value, name: decodeEncodedWords(mailboxes[0]?.name ?? ''), addresses };
}
