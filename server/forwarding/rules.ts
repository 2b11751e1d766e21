import type { Transaction } from 'kysely';
import type { Forwarding } from '../../contract/forwarding/forwarding.ts';
import type { Page } from '../../contract/list-page.ts';
import type { DB } from '../../db/schema.ts';
import { editHandle } from '../activity/shared/edit-handle.ts';
import { type Done, recordActivity } from '../activity/shared/record-activity-store.ts';
import { assertForeignAddress } from '../addresses/foreign-address.ts';
import { inboxKey } from '../addresses/inbox-key.ts';
import { orderEmail } from '../emails/rules.ts';
import { lockHandle } from '../handle-access/handle-access.ts';
import type { HandleAccess } from '../handle-access/handle-access-store.ts';
import type { Database, Queryable } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { assertVersion, withVersion } from '../platform/http/cache/etag-versions.ts';
import type { Target } from '../platform/http/call-server.ts';
import { type ListedPage, pageOf } from '../platform/http/paging.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { notifyFirstInbox, tellOwnerOfInbox } from './change-notice-rules.ts';
import type { VerificationEmail } from './emails/verification-email.ts';
import { assertMayRequest } from './inbox-rules.ts';
import { allowInbox, lockInbox, verifiedAccountAddress } from './inbox-store.ts';
import { takeOwnInbox } from './own-inbox-rules.ts';
import { atHandle, lockForwarding, requireRecord } from './ownership-rules.ts';
import { forgetFailedVerification } from './refusals/failed-verification-store.ts';
import {
  deleteForwarding,
  type ForwardingRow,
  forwardingOfHandle,
  forwardingsOf,
  resume,
  setPending,
  setSwitch,
} from './store.ts';

/** Maps a row to the record that the API returns. */
function toResponse(row: ForwardingRow): Forwarding {
  return withVersion({
    id: row.id,
    handle: row.handle,
    handle_id: row.handle_id,
    forwarding_email: shownAddress(row) ?? '',
    active: row.pending_address === null ? 1 : 0,
    isActive: row.is_active,
    deliveringTo: row.state === 'active' && row.is_active && row.paused_at === null ? row.address : null,
  });
}

/** Returns one page of the forwarding records that an account manages, oldest first. */
export async function listForwardings(db: Queryable, accountId: number, page: Page): Promise<ListedPage<Forwarding>> {
  return pageOf(await forwardingsOf(db, accountId, page), page.limit, toResponse);
}

/**
 * Sets the pending address and sends the verification email. Until the address is verified, mail still goes to the
 * previous one. With `own`, the account's own address needs no email. `updated` is true if another address was shown
 * before. Throws `version_conflict` if the stored version is not the expected one.
 */
export async function setForwarding(
  db: Database,
  clock: Clock,
  at: Target,
  request: { forwardingEmail: string; own?: true | undefined },
  mailDomain: string,
): Promise<Forwarding & { updated: boolean }> {
  return db.transaction().execute(async (trx) => {
    const handle = await lockHandle(trx, at);
    const before = await forwardingOfHandle(trx, handle.id);
    assertVersion(at.expected, before ? toResponse(before) : null);
    const shown = shownAddress(before);
    const { forwardingEmail: address } = request;
    const hasChanged =
      request.own && before?.address !== address
        ? await takeOwnInbox(trx, { handle, accountId: at.account.id }, address, mailDomain)
        : await requestAddress(trx, clock, { handle, accountId: at.account.id }, address, mailDomain);
    if (hasChanged)
      await recordActivity(trx, { handleId: handle.id, accountId: at.account.id }, { action: 'inbox.changed' });
    const record = await requireRecord(trx, handle.id);
    return { ...toResponse(record), updated: shown !== null && shown !== request.forwardingEmail };
  });
}

/** Returns the address that the owner sees: the pending one if it exists, else the verified one. */
function shownAddress(row: ForwardingRow | undefined): string | null {
  return row?.pending_address ?? row?.address ?? null;
}

/** Requests the consent of an inbox on behalf of an account. Returns false if nothing changes. */
async function requestAddress(
  trx: Transaction<DB>,
  clock: Clock,
  { handle, accountId }: { handle: HandleAccess; accountId: number },
  address: string,
  mailDomain: string,
): Promise<boolean> {
  assertForeignAddress(address, mailDomain);
  const before = await forwardingOfHandle(trx, handle.id);
  if (before?.address === address) {
    // This address is already verified; naming it again retries it.
    if (before.pause_reason === 'inbox-stopped') await allowOwnInbox(trx, accountId, address);
    const isTriedAgain = before.paused_at !== null || before.refusal !== null;
    if (isTriedAgain) await resume(trx, before.id);
    if (before.pending_address !== null) await setPending(trx, handle.id, null);
    return isTriedAgain || before.pending_address !== null;
  }
  await assertMayRequest(trx, address, { ...handle, accountId });
  const isNew = before?.pending_address !== address;
  // An address that another person asked for stays theirs, unless the owner takes it over.
  const memberId = isNew || handle.member_id === null ? handle.member_id : before.pending_member_id;
  await setPending(trx, handle.id, { address, key: inboxKey(address), memberId });
  const { id } = await requireRecord(trx, handle.id);
  await orderVerification(trx, clock, accountId, { to: address, handle: handle.handle, forwardingId: id });
  if (isNew) {
    const doer = { handle: handle.handle, ownerId: handle.owner_id, memberId: handle.member_id };
    await tellOwnerOfInbox(trx, doer, { inbox: 'first', step: 'requested', address });
  }
  return isNew;
}

/**
 * Allows forwarding again to an inbox whose owner stopped it, if that is the account's own, proven address. Otherwise
 * throws `inbox_stopped`: only a link in an email to the inbox can allow it.
 */
async function allowOwnInbox(trx: Transaction<DB>, accountId: number, address: string): Promise<void> {
  const key = inboxKey(address);
  const own = await verifiedAccountAddress(trx, accountId);
  if (own === undefined || inboxKey(own) !== key) throw new ApiError('inbox_stopped');
  await lockInbox(trx, key);
  await allowInbox(trx, key);
}

async function orderVerification(
  trx: Transaction<DB>,
  clock: Clock,
  account: number,
  order: Omit<VerificationEmail, 'kind'>,
): Promise<void> {
  const quota = { kind: 'account', account } as const;
  await orderEmail<VerificationEmail>(trx, { kind: 'verify-forwarding', ...order }, clock(), quota);
}

/**
 * Returns the function with which the settings of a handle change its forwarding, in a transaction that has locked the
 * handle. A new address must be verified, an empty one removes forwarding, and the current one sends no email. Errors
 * name the form field. The function returns the activities.
 */
export function forwardingChanger(clock: Clock, mailDomain: string) {
  return async (
    trx: Transaction<DB>,
    accountId: number,
    handle: HandleAccess,
    { on, address }: { on: boolean | undefined; address: string | null | undefined },
  ): Promise<Done[]> => {
    const before = await forwardingOfHandle(trx, handle.id);
    const wanted = address === undefined ? shownAddress(before) : address || null;
    if (on === true && wanted === null) throw withAddressField(new ApiError('forwarding_needs_address'));
    if (wanted === null) {
      if (before) await remove(trx, before, handle.member_id);
      return before ? [{ action: 'inbox.changed' }] : [];
    }
    const done: Done[] = [];
    if (wanted !== shownAddress(before)) {
      done.push({ action: 'inbox.changed' });
      await requestAddress(trx, clock, { handle, accountId }, wanted, mailDomain).catch((error: unknown) => {
        throw error instanceof ApiError ? withAddressField(error) : error;
      });
    }
    const record = await requireRecord(trx, handle.id);
    if (on !== undefined && on !== record.is_active) {
      await setSwitch(trx, record.id, on);
      done.push(switched(on));
    }
    return done;
  };
}

/** Returns the same error with the address as its field. */
function withAddressField({ code, message, retryAfter }: ApiError): ApiError {
  const errors = [{ path: 'forwardingEmail', message }];
  return new ApiError(code, { message, errors, ...(retryAfter !== undefined && { retryAfter }) });
}

/** Sends the verification email again. Throws `already_verified` if no address is pending. */
export async function resendVerification(db: Database, clock: Clock, at: Target): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await lockForwarding(trx, at);
    if (row.pending_address === null) throw new ApiError('already_verified');
    await forgetFailedVerification(trx, row.id, 'first');
    await orderVerification(trx, clock, at.account.id, {
      to: row.pending_address,
      handle: row.handle,
      forwardingId: row.id,
    });
  });
}

/**
 * Turns forwarding on or off. Turning it on also retries an inbox that refused mail. Throws `inbox_stopped` if the
 * owner of the inbox stopped all forwarding to it, unless that is the address of the account.
 */
export async function toggleForwarding(db: Database, at: Target, isActive: boolean): Promise<Forwarding> {
  return editHandle(db, atHandle(at), {
    read: async (trx, handle) => toResponse(await requireRecord(trx, handle.id)),
    async write(trx, handle) {
      const row = await requireRecord(trx, handle.id);
      if (isActive && row.pause_reason === 'inbox-stopped') await allowOwnInbox(trx, at.account.id, row.address ?? '');
      await setSwitch(trx, row.id, isActive);
      return [];
    },
    done: (before, after) => (before.isActive === after.isActive ? [] : [switched(isActive)]),
  });
}

/** Removes forwarding. Throws `not_found`, and `version_conflict` if the stored version is not the expected one. */
export async function removeForwarding(db: Database, at: Target): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await lockForwarding(trx, at);
    assertVersion(at.expected, toResponse(row));
    await remove(trx, row, row.askedBy);
    await recordActivity(trx, { handleId: row.handle_id, accountId: at.account.id }, { action: 'inbox.changed' });
  });
}

function switched(on: boolean): Done {
  return { action: 'forwarding.switched', details: [on ? 'on' : 'off'] };
}

async function remove(trx: Transaction<DB>, row: ForwardingRow, by: number | null): Promise<void> {
  await deleteForwarding(trx, row.id);
  await notifyFirstInbox(trx, row, null, by);
}
