import { domainOf } from '../../../contract/addresses.ts';
import type { Contact, ContactPage } from '../../../contract/sending/contacts.ts';
import { recordActivity } from '../../activity/shared/record-activity-store.ts';
import { isEntitled } from '../../handle-access/entitlement.ts';
import { lockHandle, requireHandle } from '../../handle-access/handle-access.ts';
import type { HandleAccess } from '../../handle-access/handle-access-store.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Target } from '../../platform/http/call-server.ts';
import { type ListedPage, pageOf } from '../../platform/http/paging.ts';
import {
  type ContactRow,
  countAdded,
  deleteContacts,
  findContacts,
  setBlocked,
  upsertAdded,
} from './contacts-store.ts';
import { isReplyName, newReplyName, replyNamesExpiredBefore } from './reply-names.ts';

/** Contacts that an owner can add; people who write are not counted. */
const MAX_ADDED = 5000;

/** The owner and the handle of contacts, and the domain of their reply addresses. */
export interface ContactsOf extends Target {
  mailDomain: string;
  now: Date;
}

/** Returns a page of the contacts of a handle. Throws `not_found`. */
export async function listContacts(db: Queryable, of: ContactsOf, page: ContactPage): Promise<ListedPage<Contact>> {
  const handle = await requireHandle(db, of);
  return pageOf(await findContacts(db, handle.id, page), page.limit, (row) => toContact(row, handle, of));
}

/**
 * Returns the contact, with the address to which the owner can write, and creates it if needed. Throws
 * `plan_without_sending`, and `invalid_input` for the address of the handle itself or a reply address.
 */
export async function addContact(
  db: Database,
  of: ContactsOf,
  { address, name }: { address: string; name: string },
): Promise<Contact> {
  return db.transaction().execute(async (trx) => {
    const handle = await lockHandle(trx, of);
    if (!isEntitled(handle, 'sending')) throw new ApiError('plan_without_sending');
    const lower = address.toLowerCase();
    assertSomebodyElse(lower, handle.handle, of.mailDomain);
    if ((await countAdded(trx, handle.id)) >= MAX_ADDED) {
      throw invalid(`You can add at most ${MAX_ADDED} contacts. Please delete some first.`);
    }
    const row = await upsertAdded(trx, {
      handleId: handle.id,
      address: lower,
      name: name.replace(/[\s\p{C}"<>\\]+/gu, ' ').trim(),
      token: newReplyName(),
      now: of.now,
      expired: replyNamesExpiredBefore(of.now),
    });
    await recordActivity(
      trx,
      { handleId: handle.id, accountId: of.account.id },
      { action: 'contact.changed', details: ['added'] },
    );
    return toContact(row, handle, of);
  });
}

/** Blocks or unblocks a contact: mail from and to a blocked contact is refused. Throws `not_found`. */
export async function changeContact(db: Database, of: ContactsOf, id: number, blocked: boolean): Promise<Contact> {
  return db.transaction().execute(async (trx) => {
    const handle = await lockHandle(trx, of);
    const row = await setBlocked(trx, handle.id, id, blocked);
    if (!row) throw new ApiError('not_found');
    const done = { action: 'contact.changed', details: [blocked ? 'blocked' : 'unblocked'] } as const;
    await recordActivity(trx, { handleId: handle.id, accountId: of.account.id }, done);
    return toContact(row, handle, of);
  });
}

/** Deletes a contact with its reply address, or with `undefined` all contacts of the handle. Throws `not_found`. */
export async function removeContacts(db: Database, of: ContactsOf, id: number | undefined): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const handle = await lockHandle(trx, of);
    const deleted = await deleteContacts(trx, handle.id, id);
    if (deleted === 0 && id !== undefined) throw new ApiError('not_found');
    if (deleted === 0) return;
    const done = { action: 'contact.changed', details: [id === undefined ? 'all deleted' : 'deleted'] } as const;
    await recordActivity(trx, { handleId: handle.id, accountId: of.account.id }, done);
  });
}

function toContact(row: ContactRow, handle: HandleAccess, { mailDomain, now }: ContactsOf): Contact {
  const isValid = row.token !== null && (row.token_used_at ?? row.created_at) > replyNamesExpiredBefore(now);
  const canWrite = isEntitled(handle, 'sending') && isValid && !row.blocked;
  return {
    id: row.id,
    address: row.address,
    name: row.name,
    writeTo: canWrite ? `reply-${row.token}@${mailDomain}` : null,
    blocked: row.blocked,
    lastReceivedAt: row.last_received_at?.toISOString() ?? null,
    lastSentAt: row.last_sent_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

/** Throws if a contact is the handle itself or a reply address, which would cause a mail loop. */
function assertSomebodyElse(address: string, handle: string, mailDomain: string): void {
  if (domainOf(address) !== mailDomain) return;
  const local = address.slice(0, address.lastIndexOf('@'));
  if (local.replace(/\+.*$/s, '') === handle) throw invalid('This is the handle itself. Please enter another address.');
  if (isReplyName(local)) throw invalid('This is already a reply address. You can write to it from your inbox.');
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_input', { message, errors: [{ path: 'address', message }] });
}
