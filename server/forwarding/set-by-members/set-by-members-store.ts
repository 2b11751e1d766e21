import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';
import { UNPAUSED } from '../store.ts';

/** The inboxes of a handle that members have set, verified or not, each with its member. */
export async function inboxesSetByMembers(
  db: Queryable,
  handleId: number,
): Promise<{ memberId: number; address: string }[]> {
  const row = await inboxesOf(db, handleId).executeTakeFirst();
  return (row ? inboxesIn(row) : []).flatMap(({ memberId, address }) =>
    memberId !== null && address !== null ? [{ memberId, address }] : [],
  );
}

const inboxesOf = (db: Queryable, handleId: number) =>
  db
    .selectFrom('forwardings')
    .select(['id', 'address', 'address_key', 'member_id', 'pending_address', 'pending_member_id'])
    .select(['backup_address', 'backup_key', 'backup_member_id', 'backup_pending_address', 'backup_pending_member_id'])
    .where('handle_id', '=', handleId);

type Inboxes = Awaited<ReturnType<ReturnType<typeof inboxesOf>['executeTakeFirstOrThrow']>>;

const inboxesIn = (row: Inboxes) => [
  { memberId: row.member_id, address: row.address, isVerified: true },
  { memberId: row.pending_member_id, address: row.pending_address, isVerified: false },
  { memberId: row.backup_member_id, address: row.backup_address, isVerified: true },
  { memberId: row.backup_pending_member_id, address: row.backup_pending_address, isVerified: false },
];

/** What ended with the inboxes of a member. */
export interface EndedInboxes {
  /** Every inbox that ended. */
  all: string[];
  /** Those of them that were verified, which lose mail. */
  verified: string[];
  /** The handle has no verified inbox of its owner any more. */
  isLast: boolean;
}

/**
 * Ends the inboxes of a handle that a member has set. A second inbox that somebody else has set takes the place of the first one.
 * The handle must be locked.
 */
export async function endInboxesSetBy(
  trx: Transaction<DB>,
  handleId: number,
  memberId: number,
): Promise<EndedInboxes | null> {
  const row = await inboxesOf(trx, handleId).forUpdate().executeTakeFirst();
  const ended = row ? inboxesIn(row).filter((one) => one.memberId === memberId && one.address !== null) : [];
  if (!row || ended.length === 0) return null;
  const keeps = (setter: number | null) => setter !== memberId;
  const backup = keeps(row.backup_member_id) ? row.backup_address : null;
  const first = keeps(row.member_id) ? row.address : backup;
  const pending = keeps(row.pending_member_id) ? row.pending_address : null;
  if (first === null && pending === null) await trx.deleteFrom('forwardings').where('id', '=', row.id).execute();
  else {
    await trx
      .updateTable('forwardings')
      .set({
        ...(!keeps(row.member_id) && {
          address: first,
          address_key: first === null ? null : row.backup_key,
          member_id: first === null ? null : row.backup_member_id,
          ...UNPAUSED,
        }),
        ...(pending === null && { pending_address: null, pending_key: null, pending_member_id: null }),
        ...((backup === null || first === backup) && {
          ...{ backup_address: null, backup_key: null, backup_member_id: null },
        }),
        ...(!keeps(row.backup_pending_member_id) && {
          ...{ backup_pending_address: null, backup_pending_key: null, backup_pending_member_id: null },
        }),
      })
      .where('id', '=', row.id)
      .execute();
  }
  const addresses = (some: typeof ended) => [...new Set(some.flatMap(({ address }) => address ?? []))];
  return {
    all: addresses(ended),
    verified: addresses(ended.filter(({ isVerified }) => isVerified)),
    isLast: row.address !== null && first === null,
  };
}

/** Makes the inboxes of a handle that a member has set those of the owner. */
export async function keepInboxesSetBy(trx: Transaction<DB>, handleId: number, memberId: number): Promise<void> {
  const columns = ['member_id', 'pending_member_id', 'backup_member_id', 'backup_pending_member_id'] as const;
  for (const column of columns) {
    await trx
      .updateTable('forwardings')
      .set({ [column]: null })
      .where('handle_id', '=', handleId)
      .where(column, '=', memberId)
      .execute();
  }
}

/** The account of a member who set an inbox; undefined for the owner, and after the place was deleted. */
export async function accountOfMember(db: Queryable, memberId: number | null) {
  if (memberId === null) return undefined;
  return db
    .selectFrom('handle_members')
    .innerJoin('accounts', 'accounts.id', 'handle_members.account_id')
    .select(['accounts.id', 'accounts.email'])
    .where('handle_members.id', '=', memberId)
    .executeTakeFirst();
}
