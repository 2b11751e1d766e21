import addressparser from 'nodemailer/lib/addressparser';
import { encodeWord } from 'nodemailer/lib/mime-funcs';
import { decodeWords } from 'postal-mime';
import { type Field, fieldValue, firstValue } from './header.ts';

/** A person in an address field: the address as written, and the decoded display name, which may be empty. */
export interface Mailbox {
  address: string;
  name: string;
}

const MAX_NAME_LENGTH = 120;
/** Limits the cost of parsing: a field of this size takes 0.1 s. */
const MAX_FIELD_LENGTH = 16 * 1024;

/** Decodes the encoded words of a field (RFC 2047). */
export function decodeEncodedWords(text: string): string {
  return text.includes('=?') ? decodeWords(text) : text;
}

/** Returns the mailboxes of an address field, including group members; null if it is too long to be parsed. */
export function readMailboxes(head: Buffer, field: Field): Mailbox[] | null {
  if (field.end - field.start > MAX_FIELD_LENGTH) return null;
  return addressparser(fieldValue(head, field), { flatten: true })
    .filter(({ address }) => address !== '')
    .map(({ address, name }) => ({ address, name: decodeEncodedWords(name) }));
}

/** Returns a display name without control characters and direction marks, shortened to a maximum length. */
export function plainName(name: string): string {
  const text = name
    .slice(0, 4 * MAX_NAME_LENGTH)
    .replace(/\p{C}+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return [...text].slice(0, MAX_NAME_LENGTH).join('').trim();
}

/** Encodes a display name (RFC 5322, RFC 2047). The name must have no control characters. */
export function phrase(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name) && !name.includes('=?')) return `"${name.replace(/["\\]/g, '\\$&')}"`;
  return encodeWord(name, 'B', 52).replace(/\?= =\?/g, '?=\r\n =?');
}

/**
 * Returns text for an unstructured field that nodemailer composes. Encodes text that a mail client would take for an
 * encoded word (RFC 2047 5), because nodemailer leaves ASCII as it is and the client would not show the text as typed.
 */
export function literalText(text: string): string {
  return text.includes('=?') ? encodeWord(text, 'B', 52) : text;
}

/** Returns an address field with its line ends, one mailbox on a line. */
export function addressField(name: string, mailboxes: Mailbox[]): string {
  const written = mailboxes.map((mailbox) =>
    mailbox.name === '' ? `<${mailbox.address}>` : `${phrase(mailbox.name)}\r\n <${mailbox.address}>`,
  );
  return `${name}: ${written.join(',\r\n ')}\r\n`;
}

/** Returns the decoded subject of a message; empty if it has none. */
export function subjectOf(head: Buffer): string {
  return decodeEncodedWords(firstValue(head, 'subject'));
}
