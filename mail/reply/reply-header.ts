import type { Correspondent } from '../host/contacts.ts';
import type { Author } from '../message/authentication-result.ts';
import { type Field, fields } from '../message/header.ts';
import { addressField, type Mailbox, plainName, readMailboxes } from '../message/mailbox.ts';
import { replyableAddress } from '../message/reply-address.ts';

/** Maximum number of addresses replaced in one message; further addresses stay as written. */
const MAX_PEOPLE = 50;
/** Limits the cost of parsing all address fields of a message. */
const MAX_PARSED = 32 * 1024;
/** A longer name would hide the address behind it. */
const MAX_SHOWN_NAME = 60;

/**
 * Fields that would send replies and receipts (RFC 8098) past the reply address, and signatures that the new From
 * invalidates: some receivers treat a failed signature worse than a missing one.
 */
const REMOVED = new Set(
  [
    'reply-to sender bcc dkim-signature domainkey-signature return-path errors-to mail-followup-to mail-reply-to',
    'disposition-notification-to return-receipt-to x-confirm-reading-to read-receipt-to x-read-receipt-to',
    'return-receipt-requested x-pmrqc resent-reply-to',
  ].flatMap((line) => line.split(' ')),
);
/** Fields with links to a list (RFC 2369): a mail program writes to a `mailto:` link from the inbox. */
const LIST_LINKS = /^list-(?:unsubscribe|subscribe|post|owner|help|archive)$/;

/** The people whom a message names, for whom reply addresses are needed. */
export interface NamedPeople {
  author: Mailbox;
  /** Recipients of replies in place of the author; empty if replies go to the author. */
  replyTo: Mailbox[];
  /** Everyone whose address is replaced, once each, by the form in which addresses are stored. */
  all: Map<string, Correspondent>;
}

/** Removes from a display name everything that imitates an address or our own addition. */
export function contactName(name: string): string {
  const withoutAddresses = plainName(name)
    .split(' ')
    .filter((word) => !/[@\uFF20\uFE6B]/u.test(word))
    .join(' ');
  return plainName(withoutAddresses.replace(/["()<>\\[\]\uFF08\uFF09]+/gu, ' '));
}

/**
 * Returns the people named in From, Reply-To, To and Cc, or null if no reply can be sent to the author. `isOwn` is true
 * for addresses of the recipient, which stay unchanged.
 */
export function namedPeople(head: Buffer, author: Author, isOwn: (address: string) => boolean): NamedPeople | null {
  const all = new Map<string, Correspondent>();
  const add = ({ address, name }: Mailbox): boolean => {
    const stored = replyableAddress(address);
    if (stored === null || isOwn(stored) || (all.size >= MAX_PEOPLE && !all.has(stored))) return false;
    if (!all.has(stored)) all.set(stored, { address: stored, name: contactName(name) });
    return true;
  };
  const authors = author.addresses.map((address, at) => ({ address, name: at === 0 ? author.name : '' }));
  const [first] = authors;
  if (!first || !add(first)) return null;
  const parsed = [...parsedFields(head)];
  const named = (name: string) => parsed.flatMap(([field, mailboxes]) => (field.name === name ? mailboxes : []));
  const asked = named('reply-to').filter(add);
  const replyTo = asked.length > 0 ? asked : authors.filter(add);
  for (const mailbox of [...named('to'), ...named('cc')]) add(mailbox);
  const isAuthorAlone = replyTo.every(({ address }) => replyableAddress(address) === replyableAddress(first.address));
  return { author: first, replyTo: isAuthorAlone ? [] : replyTo, all };
}

/** Parses address fields up to a limit on their total length; treats later fields as empty. */
function parsedFields(head: Buffer): Map<Field, Mailbox[]> {
  const parsed = new Map<Field, Mailbox[]>();
  let length = 0;
  for (const field of fields(head)) {
    if (field.name !== 'reply-to' && field.name !== 'to' && field.name !== 'cc') continue;
    length += field.end - field.start;
    parsed.set(field, (length > MAX_PARSED ? null : readMailboxes(head, field)) ?? []);
  }
  return parsed;
}

export interface ReplyHeaderOptions {
  domain: string;
  people: NamedPeople;
  /** Our local part for each stored address. */
  locals: ReadonlyMap<string, string>;
  /** False marks the author as not verified, because our signature must not suggest otherwise. */
  isVouched: boolean;
  /** Our Message-IDs, with the ids that the owner's mail program gave these messages. */
  ids: ReadonlyMap<string, string>;
}

/**
 * Returns the header of a copy in which From, Reply-To, To and Cc name our reply addresses: replies, including replies
 * to all, go through us. Other fields are unchanged, except for fields that would make replies bypass us.
 */
export function replyHeader(head: Buffer, options: ReplyHeaderOptions): Buffer {
  const { domain, people, locals, isVouched, ids } = options;
  const parsed = parsedFields(head);
  const parts: Buffer[] = [];
  const replace = (mailbox: Mailbox, note = ''): Mailbox => {
    const stored = replyableAddress(mailbox.address) ?? '';
    const local = locals.get(stored);
    if (local === undefined) return { ...mailbox, name: plainName(mailbox.name) };
    return { address: `${local}@${domain}`, name: shownName(mailbox, note) };
  };
  for (const field of fields(head)) {
    const bytes = head.subarray(field.start, field.end);
    if (field.name === 'from') {
      parts.push(Buffer.from(addressField('From', [replace(people.author, isVouched ? '' : ', not verified')])));
      if (people.replyTo.length > 0)
        parts.push(Buffer.from(addressField('Reply-To', unique(people.replyTo.map((one) => replace(one))))));
    } else if (field.name === 'to' || field.name === 'cc') {
      const mailboxes = parsed.get(field) ?? [];
      // A field stays if it has no addresses, such as `undisclosed-recipients:;`, or is too long.
      if (!mailboxes.some(({ address }) => locals.has(replyableAddress(address) ?? ''))) parts.push(bytes);
      else
        parts.push(
          Buffer.from(
            addressField(
              field.name === 'to' ? 'To' : 'Cc',
              mailboxes.map((one) => replace(one)),
            ),
          ),
        );
    } else if (ids.size > 0 && (field.name === 'in-reply-to' || field.name === 'references')) {
      parts.push(Buffer.from(withIds(bytes.toString('latin1'), ids), 'latin1'));
    } else if (LIST_LINKS.test(field.name)) parts.push(withoutMailLinks(bytes));
    else if (!REMOVED.has(field.name)) parts.push(bytes);
  }
  parts.push(Buffer.from('\r\n'));
  return Buffer.concat(parts);
}

/** Returns a field with only its web links; empty if it has no web links. */
function withoutMailLinks(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  if (!/mailto:/i.test(text)) return bytes;
  const links = text.match(/<\s*https?:[^<>]*>/gi) ?? [];
  if (links.length === 0) return Buffer.alloc(0);
  return Buffer.from(`${text.slice(0, text.indexOf(':'))}: ${links.join(',\r\n ')}\r\n`, 'latin1');
}

/** Returns a display name that shows the address, such as `Alice (alice at example.com)`. */
function shownName({ address, name }: Mailbox, note: string): string {
  const shownAddress = `${plainName(address.replace('@', ' at '))}${note}`;
  const shown = [...contactName(name)].slice(0, MAX_SHOWN_NAME).join('').trim();
  return shown === '' ? (note === '' ? shownAddress : `(${shownAddress})`) : `${shown} (${shownAddress})`;
}

function unique(mailboxes: Mailbox[]): Mailbox[] {
  return mailboxes.filter(({ address }, at) => mailboxes.findIndex((other) => other.address === address) === at);
}

/** Replaces Message-IDs in the text of a field. */
export function withIds(text: string, ids: ReadonlyMap<string, string>): string {
  return text.replace(/<[^<>]+>/g, (id) => ids.get(id) ?? id);
}
