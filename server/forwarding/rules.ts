import type { Transaction } from 'kysely';
import { domainOf } from '../../contract/addresses.ts';
import type { Forwarding } from '../../contract/forwarding.ts';
import type { Page } from '../../contract/handles.ts';
import { pages } from '../../contract/paths.ts';
import { FORWARDERS_PER_INBOX, planForHandle } from '../../contract/plans.ts';
import type { DB } from '../../db/schema.ts';
import { requireOwned } from '../handles/rules.ts';
import { orderLetter } from '../letters/rules.ts';
import { issueLink, type LinkAct } from '../links/rules.ts';
import type { Clock } from '../plumbing/clock.ts';
import type { Database, Queryable } from '../plumbing/database.ts';
import { Failure } from '../plumbing/failure.ts';
import { inboxKey } from '../plumbing/inbox-key.ts';
import {
  confirmPending,
  deleteForwarding,
  type ForwardingRow,
  forwardingById,
  forwardingOfHandle,
  forwardingsOf,
  handlesServedBy,
  lockInbox,
  ownedForwarding,
  setPending,
  setSwitch,
} from './store.ts';

function wire(row: ForwardingRow): Forwarding {
  return {
    id: row.id,
    handle: row.handle,
    handle_id: row.handle_id,
    forwarding_email: shownAddress(row) ?? '',
    active: row.pending_address === null ? 1 : 0,
    isActive: row.is_active,
    deliveringTo: row.is_active ? row.address : null,
  };
}

/** One page of an owner's forwarding records, oldest first, and whether there is more. */
export async function listForwardings(db: Queryable, accountId: number, page: Page) {
  const rows = await forwardingsOf(db, accountId, page);
  return { forwardings: rows.slice(0, page.limit).map(wire), more: rows.length > page.limit };
}

/** Whether the inbox already serves as many handles of this plan as it may. */
async function isFull(
  db: Queryable,
  key: string,
  handle: { id: number; handle: string; accountId: number | null },
): Promise<boolean> {
  const plan = planForHandle(handle.handle);
  const served = await handlesServedBy(db, { key, exceptHandle: handle.id, accountId: handle.accountId });
  return served.filter((other) => planForHandle(other) === plan).length >= FORWARDERS_PER_INBOX[plan];
}

/** Throws `forwarder_limit` where the inbox already serves as many handles of this plan as it may. */
async function assertRoom(
  trx: Transaction<DB>,
  key: string,
  handle: { id: number; handle: string; accountId: number | null },
): Promise<void> {
  const plan = planForHandle(handle.handle);
  const most = FORWARDERS_PER_INBOX[plan];
  if (most === Number.POSITIVE_INFINITY) return;
  await lockInbox(trx, key);
  if (await isFull(trx, key, handle)) {
    throw new Failure('forwarder_limit', {
      message: `This inbox already receives ${most} ${plan} handles, which is the limit. Please use another inbox.`,
    });
  }
}

/**
 * Asks the owner of an inbox for their word and remembers it as pending; mail goes on to the verified address until then.
 * `updated` is true only where an address stood and another one is wanted now.
 */
export async function setForwarding(
  db: Database,
  clock: Clock,
  accountId: number,
  request: { handleId: number; forwardingEmail: string },
  mailDomain: string,
): Promise<Forwarding & { updated: boolean }> {
  return db.transaction().execute(async (trx) => {
    const handle = await requireOwned(trx, accountId, request.handleId);
    const shown = shownAddress(await forwardingOfHandle(trx, handle.id));
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
  const key = inboxKey(address);
  if (domainOf(address) === mailDomain) throw new Failure('own_domain');
  const before = await forwardingOfHandle(trx, handle.id);
  if (before?.address === address) {
    // Back to the address that is verified: nothing to prove again.
    if (before.pending_address !== null) await setPending(trx, handle.id, null);
    return;
  }
  await assertRoom(trx, key, handle);
  await setPending(trx, handle.id, { address, key });
  const { id } = await requireRecord(trx, handle.id);
  await orderLetter(trx, { kind: 'verify-forwarding', to: address, handle: handle.handle, forwardingId: id }, clock());
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
    if (on === true && wanted === null) throw atAddress(new Failure('forwarding_needs_address'));
    if (wanted === null) {
      if (before) await deleteForwarding(trx, before.id);
      return;
    }
    if (wanted !== shownAddress(before)) {
      await wantAddress(trx, clock, { ...handle, accountId }, wanted, mailDomain).catch((error: unknown) => {
        throw error instanceof Failure ? atAddress(error) : error;
      });
    }
    if (on !== undefined) await setSwitch(trx, (await requireRecord(trx, handle.id)).id, on);
  };
}

/** The same failure, told at the field of the address. */
function atAddress({ code, message, retryAfter }: Failure): Failure {
  const errors = [{ path: 'forwardingEmail', message }];
  return new Failure(code, { message, errors, ...(retryAfter !== undefined && { retryAfter }) });
}

async function requireRecord(db: Queryable, handleId: number): Promise<ForwardingRow> {
  const row = await forwardingOfHandle(db, handleId);
  if (!row) throw new Failure('not_found');
  return row;
}

async function requireOwnedRecord(db: Queryable, accountId: number, id: number): Promise<ForwardingRow> {
  const row = await ownedForwarding(db, accountId, id);
  if (!row) throw new Failure('not_found');
  return row;
}

/** Sends the verification letter once more, to the address that waits. */
export async function resendVerification(db: Database, clock: Clock, accountId: number, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await requireOwnedRecord(trx, accountId, id);
    if (row.pending_address === null) throw new Failure('already_verified');
    await orderLetter(
      trx,
      { kind: 'verify-forwarding', to: row.pending_address, handle: row.handle, forwardingId: row.id },
      clock(),
    );
  });
}

export async function toggleForwarding(
  db: Database,
  accountId: number,
  id: number,
  isActive: boolean,
): Promise<Forwarding> {
  return db.transaction().execute(async (trx) => {
    const row = await requireOwnedRecord(trx, accountId, id);
    await setSwitch(trx, row.id, isActive);
    return wire({ ...row, is_active: isActive });
  });
}

export async function removeForwarding(db: Database, accountId: number, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await requireOwnedRecord(trx, accountId, id);
    await deleteForwarding(trx, row.id);
  });
}

/** The token of a fresh verification link, or null where the address is no longer wanted. */
export async function verificationToken(
  db: Queryable,
  now: Date,
  order: { to: string; handle: string; forwardingId: number },
): Promise<string | null> {
  const row = await forwardingById(db, order.forwardingId);
  if (row?.pending_address !== order.to) return null;
  return issueLink(db, now, {
    purpose: 'verify-forwarding',
    email: order.to,
    handle: order.handle,
    forwardingId: order.forwardingId,
  });
}

/** The button of a verification link. It signs nobody in: the inbox may be another person's than the handle. */
export const verifyAct: LinkAct = {
  async objection(db, link) {
    const row = link.forwardingId === null ? undefined : await forwardingById(db, link.forwardingId);
    if (row?.pending_address !== link.email) return 'invalid';
    const handle = { id: row.handle_id, handle: row.handle, accountId: row.account_id };
    return (await isFull(db, inboxKey(link.email), handle)) ? 'inbox-full' : null;
  },
  async act(trx, link) {
    const row = link.forwardingId === null ? undefined : await forwardingById(trx, link.forwardingId);
    if (!row || row.pending_address !== link.email) throw new Failure('link_invalid');
    await assertRoom(trx, inboxKey(link.email), { id: row.handle_id, handle: row.handle, accountId: row.account_id });
    if (!(await confirmPending(trx, row.id, link.email))) throw new Failure('link_invalid');
    return { goTo: pages.manageEmailVerified(row.handle, link.email) };
  },
};
