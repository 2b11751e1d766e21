import type { Transaction } from 'kysely';
import type { Forwarding } from '../../contract/forwarding.ts';
import type { Page } from '../../contract/handles.ts';
import type { DB } from '../../db/schema.ts';
import { orderEmail } from '../emails/rules.ts';
import { lockOwned, requireOwned } from '../handles/rules.ts';
import type { Database, Queryable } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { assertVersion, withVersion } from '../platform/http/etag-versions.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { assertMayAsk } from './inbox-rules.ts';
import { noticeFirstInbox } from './notice-rules.ts';
import { lockOwnedRecord, requireOwnedRecord } from './owned-rules.ts';
import { assertForeignAddress } from './shared/foreign-address.ts';
import { inboxKey } from './shared/inbox-key.ts';
import {
  deleteForwarding,
  type ForwardingRow,
  forwardingOfHandle,
  forwardingsOf,
  setPending,
  setSwitch,
} from './store.ts';

function wire(row: ForwardingRow): Forwarding {
  return withVersion({
    id: row.id,
    handle: row.handle,
    handle_id: row.handle_id,
    forwarding_email: shownAddress(row) ?? '',
    active: row.pending_address === null ? 1 : 0,
    isActive: row.is_active,
    deliveringTo: row.is_active && row.paused_at === null ? row.address : null,
  });
}

/** One page of an owner's forwarding records, oldest first, and whether there is more. */
export async function listForwardings(db: Queryable, accountId: number, page: Page) {
  const rows = await forwardingsOf(db, accountId, page);
  return { forwardings: rows.slice(0, page.limit).map(wire), more: rows.length > page.limit };
}

/**
 * Asks the owner of an inbox for their word and remembers it as pending; mail goes on to the verified address until then.
 * `updated` is true only where an address stood and another one is wanted now. Throws `version_conflict` where the
 * record is not as expected.
 */
export async function setForwarding(
  db: Database,
  clock: Clock,
  accountId: number,
  request: { handleId: number; forwardingEmail: string },
  mailDomain: string,
  expected?: readonly string[],
): Promise<Forwarding & { updated: boolean }> {
  return db.transaction().execute(async (trx) => {
    await lockOwned(trx, accountId, request.handleId);
    const handle = await requireOwned(trx, accountId, request.handleId);
    const before = await forwardingOfHandle(trx, handle.id);
    assertVersion(expected, before ? wire(before) : null);
    const shown = shownAddress(before);
    await wantAddress(trx, clock, { ...handle, accountId }, request.forwardingEmail, mailDomain);
    const record = await requireRecord(trx, handle.id);
    return { ...wire(record), updated: shown !== null && shown !== request.forwardingEmail };
  });
}

/** The address that an owner sees: the one that waits, or else the verified one. */
function shownAddress(row: ForwardingRow | undefined): string | null {
  return row?.pending_address ?? row?.address ?? null;
}

async function wantAddress(
  trx: Transaction<DB>,
  clock: Clock,
  handle: { id: number; handle: string; accountId: number },
  address: string,
  mailDomain: string,
): Promise<void> {
  assertForeignAddress(address, mailDomain);
  const before = await forwardingOfHandle(trx, handle.id);
  if (before?.address === address) {
    // Back to the address that is verified: nothing to prove again.
    if (before.pending_address !== null) await setPending(trx, handle.id, null);
    return;
  }
  await assertMayAsk(trx, address, handle);
  await setPending(trx, handle.id, { address, key: inboxKey(address) });
  const { id } = await requireRecord(trx, handle.id);
  await orderEmail(trx, { kind: 'verify-forwarding', to: address, handle: handle.handle, forwardingId: id }, clock());
}

/**
 * What the settings of a handle change of its mail, in the caller's transaction: another address waits for its owner's
 * word, an empty one takes forwarding away, and the one that stands already sends no second letter. What it objects to
 * is told at the field.
 */
export function forwardingChanger(clock: Clock, mailDomain: string) {
  return async (
    trx: Transaction<DB>,
    accountId: number,
    handleId: number,
    { on, address }: { on: boolean | undefined; address: string | null | undefined },
  ): Promise<void> => {
    const handle = await requireOwned(trx, accountId, handleId);
    const before = await forwardingOfHandle(trx, handle.id);
    const wanted = address === undefined ? shownAddress(before) : address || null;
    if (on === true && wanted === null) throw atAddress(new ApiError('forwarding_needs_address'));
    if (wanted === null) {
      if (before) await takeAway(trx, before);
      return;
    }
    if (wanted !== shownAddress(before)) {
      await wantAddress(trx, clock, { ...handle, accountId }, wanted, mailDomain).catch((error: unknown) => {
        throw error instanceof ApiError ? atAddress(error) : error;
      });
    }
    const record = await requireRecord(trx, handle.id);
    if (on !== undefined && on !== record.is_active) await setSwitch(trx, record.id, on);
  };
}

/** The same failure, told at the field of the address. */
function atAddress({ code, message, retryAfter }: ApiError): ApiError {
  const errors = [{ path: 'forwardingEmail', message }];
  return new ApiError(code, { message, errors, ...(retryAfter !== undefined && { retryAfter }) });
}

async function requireRecord(db: Queryable, handleId: number): Promise<ForwardingRow> {
  const row = await forwardingOfHandle(db, handleId);
  if (!row) throw new ApiError('not_found');
  return row;
}

/** Sends the verification letter once more, to the address that waits. */
export async function resendVerification(db: Database, clock: Clock, accountId: number, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await requireOwnedRecord(trx, accountId, id);
    if (row.pending_address === null) throw new ApiError('already_verified');
    await orderEmail(
      trx,
      { kind: 'verify-forwarding', to: row.pending_address, handle: row.handle, forwardingId: row.id },
      clock(),
    );
  });
}

/**
 * Switches forwarding on or off. On also takes back our own pause of an inbox that was gone; that of an inbox whose owner
 * wants no mail is not ours to take back: `inbox_stopped`.
 */
export async function toggleForwarding(
  db: Database,
  accountId: number,
  id: number,
  isActive: boolean,
  expected?: readonly string[],
): Promise<Forwarding> {
  return db.transaction().execute(async (trx) => {
    const row = await lockOwnedRecord(trx, accountId, id);
    assertVersion(expected, wire(row));
    if (isActive && row.pause_reason === 'inbox-stopped') throw new ApiError('inbox_stopped');
    await setSwitch(trx, row.id, isActive);
    return wire(await requireRecord(trx, row.handle_id));
  });
}

/** Takes forwarding away. Throws `not_found`, and `version_conflict` where the record is not as expected. */
export async function removeForwarding(
  db: Database,
  accountId: number,
  id: number,
  expected?: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await lockOwnedRecord(trx, accountId, id);
    assertVersion(expected, wire(row));
    await takeAway(trx, row);
  });
}

async function takeAway(trx: Transaction<DB>, row: ForwardingRow): Promise<void> {
  await deleteForwarding(trx, row.id);
  await noticeFirstInbox(trx, row, null);
}
