import type { Correspondent, ReplyTarget } from '../host/contacts.ts';
import { type Field, fields } from '../message/header.ts';
import { addressField, type Mailbox, plainName, readMailboxes } from '../message/mailbox.ts';
import { isThreadField } from '../message/threads/thread-ids.ts';
import { withIds } from './reply-header.ts';

/**
 * The only fields of a reply that are kept. All other fields may name the inbox, its provider, its network or its mail
 * program: Received, authentication results, Sender, Reply-To, receipts, X- fields.
 */
const KEPT = new Set(
  [
    'subject date in-reply-to references mime-version importance priority x-priority content-type',
    'content-transfer-encoding content-disposition content-language content-description',
  ].flatMap((line) => line.split(' ')),
);
/** Longer threads are truncated at the beginning, as RFC 5322 3.6.4 allows. */
const MAX_REFERENCES = 50;

/** Returns the recipients in To and Cc of a reply, or null if a field is too long to be read. */
export function visibleRecipients(head: Buffer): { to: Mailbox[]; cc: Mailbox[] } | null {
  const read = (wanted: string) =>
    fields(head)
      .filter(({ name }) => name === wanted)
      .map((field) => readMailboxes(head, field));
  const to = read('to');
  const cc = read('cc');
  if (to.includes(null) || cc.includes(null)) return null;
  return { to: to.flatMap((mailboxes) => mailboxes ?? []), cc: cc.flatMap((mailboxes) => mailboxes ?? []) };
}

export interface SentHeaderOptions {
  target: ReplyTarget;
  to: Mailbox[];
  cc: Mailbox[];
  /** The contact of each reply address in To and Cc, by lower-case address. */
  contacts: ReadonlyMap<string, Correspondent>;
  /** Returns whether an address is an inbox of the handle, or the handle itself. */
  isOwn(address: string): boolean;
  messageId: string;
  /** Our Message-IDs for the Message-IDs of the inbox. */
  ids: ReadonlyMap<string, string>;
}

/**
 * Returns the outgoing header of a reply: From is the handle, the contacts' addresses replace the reply addresses in To
 * and Cc, the owner's own addresses are left out, and no other field of the inbox is kept.
 */
export function sentHeader(head: Buffer, options: SentHeaderOptions): Buffer {
  const { target, contacts, isOwn, messageId, ids } = options;
  const seen = new Set<string>();
  const named = (mailboxes: Mailbox[]): Mailbox[] =>
    mailboxes.flatMap(({ address, name }) => {
      const contact = contacts.get(address.toLowerCase());
      // The name in the owner's address book may be private.
      const mailbox = { address: contact?.address ?? address, name: plainName(contact?.name ?? name) };
      const lower = mailbox.address.toLowerCase();
      if (seen.has(lower) || (!contact && isOwn(lower))) return [];
      seen.add(lower);
      return [mailbox];
    });
  const from = { address: target.handleAddress, name: plainName(target.handleName) };
  const lines = [addressField('From', [from])];
  const to = named(options.to);
  const cc = named(options.cc);
  if (to.length > 0) lines.push(addressField('To', to));
  if (cc.length > 0) lines.push(addressField('Cc', cc));
  lines.push(`Message-ID: ${messageId}\r\n`);
  const kept = fields(head).filter(({ name }) => KEPT.has(name));
  const parts = kept.map((field) =>
    isThreadField(field) ? threadField(head, field, ids) : head.subarray(field.start, field.end),
  );
  return Buffer.concat([Buffer.from(lines.join('')), ...parts, Buffer.from('\r\n')]);
}

/** Writes the ids of a field one per line, without comments. */
function threadField(head: Buffer, field: Field, replaced: ReadonlyMap<string, string>): Buffer {
  const found = head.toString('latin1', field.start, field.end).match(/<[^<>\s]+>/g) ?? [];
  if (found.length === 0) return Buffer.alloc(0);
  const ids = found.slice(-MAX_REFERENCES).map((id) => withIds(id, replaced));
  const name = field.name === 'references' ? 'References' : 'In-Reply-To';
  return Buffer.from(`${name}: ${ids.join('\r\n ')}\r\n`, 'latin1');
}
