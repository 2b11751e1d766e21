import { asciiDomain, isDotAtom, isInternational, splitAddress } from '../message/address.ts';
import { type Field, fields, fieldValue } from '../message/header.ts';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';

/** Maximum bytes of a field that names an author. */
const MAX_FIELD_BYTES = 16 * 1024;
/**
 * Fields that RFC 5322 3.6 allows once. Receivers disagree about which of two such fields applies, and large providers
 * reject the message.
 */
const SINGLE_FIELDS = ['sender', 'reply-to', 'to', 'cc', 'subject', 'date', 'in-reply-to', 'references'];
/** Further fields that name the sender of a message (RFC 5322 3.6.2, 3.6.6). */
const SENDER_FIELDS = new Set(['sender', 'resent-from', 'resent-sender']);

/** Returns whether an address is the submitter's, with or without a `+tag`, ignoring case. */
export function isOwnAddress(address: string, own: string): boolean {
  const [given, mine] = [splitAddress(address), splitAddress(own)];
  if (!given || !mine || asciiDomain(given.domain) !== asciiDomain(mine.domain)) return false;
  // Some other characters have an ASCII letter as their lower case, such as the Kelvin sign, or as their IDNA form.
  if (isInternational(given.local) || given.domain.normalize('NFKC') !== given.domain) return false;
  const [local, handle] = [given.local.toLowerCase(), mine.local.toLowerCase()];
  return local === handle || (local.startsWith(`${handle}+`) && local.length <= 64 && isDotAtom(local));
}

/**
 * Rejects a message that would leave under another name: From, Sender, Resent-From and Resent-Sender must contain only
 * addresses of the submitter. Expects exactly one From field, and its addresses in `authors`.
 */
export function checkAuthors(head: Buffer, authors: string[], own: string): void {
  const all = fields(head);
  for (const name of SINGLE_FIELDS) {
    if (all.filter((field) => field.name === name).length > 1) {
      throw new SmtpReplyError(550, '5.6.0', `The message has more than one field ${titleCase(name)}, please send one`);
    }
  }
  for (const field of all) {
    if (field.name !== 'from' && !SENDER_FIELDS.has(field.name)) continue;
    const found = addressesIn(head, field);
    const addresses = [...found, ...(field.name === 'from' ? authors : [])];
    if (found.length > 0 && addresses.every((address) => isOwnAddress(address, own))) continue;
    const advice = `set it to ${own}, or to ${own.replace('@', '+tag@')}, in your mail program`;
    throw new SmtpReplyError(
      550,
      '5.7.1',
      `${titleCase(field.name)} must be the address that you signed in with: ${advice}`,
    );
  }
}

/** Returns whether Sender is redundant because it repeats From (RFC 5322 3.6.2). */
export function isSenderRedundant(head: Buffer): boolean {
  const addressesOf = (name: string) =>
    fields(head)
      .filter((field) => field.name === name)
      .flatMap((field) => addressesIn(head, field).map((address) => address.toLowerCase()));
  const [author, ...others] = addressesOf('from');
  return author !== undefined && others.length === 0 && addressesOf('sender')[0] === author;
}

/**
 * Returns every address that any parser could find outside quotes and comments, including a display name that is an
 * unquoted address, because parsers disagree about which of the two is the author. Empty for a group (RFC 6854), which
 * receivers that check DMARC reject, and for quotes and comments without an end.
 */
function addressesIn(head: Buffer, field: Field): string[] {
  if (field.end - field.start > MAX_FIELD_BYTES) return [];
  const text = withoutQuotes(fieldValue(head, field));
  if (text === null || /[:;]/.test(text)) return [];
  return text.split(/[\s,<>]/).filter((word) => word.includes('@'));
}

/** Removes quoted strings and comments (RFC 5322 3.2); null if one of them does not end. */
function withoutQuotes(value: string): string | null {
  let text = '';
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < value.length; at++) {
    const char = value[at] as string;
    if (char === '\\' && (quoted || depth > 0)) at++;
    else if (quoted) quoted = char !== '"';
    else if (char === '(') depth++;
    else if (char === ')' && depth > 0) depth--;
    else if (depth > 0) continue;
    else if (char === '"') quoted = true;
    else text += char;
  }
  return quoted || depth > 0 ? null : text;
}

function titleCase(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}
