import { sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';
import { UNPAUSED } from '../store.ts';

/** Returns the inboxes of a handle that members have set, verified or not, each with its member. */
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
    .select(['backup_refusal', 'backup_refusals', 'backup_refused_since'])
    .where('handle_id', '=', handleId);

type Inboxes = Awaited<ReturnType<ReturnType<typeof inboxesOf>['executeTakeFirstOrThrow']>>;

const inboxesIn = (row: Inboxes) => [
  { memberId: row.member_id, address: row.address, isVerified: true },
  { memberId: row.pending_member_id, address: row.pending_address, isVerified: false },
  { memberId: row.backup_member_id, address: row.backup_address, isVerified: true },
  { memberId: row.backup_pending_member_id, address: row.backup_pending_address, isVerified: false },
];

/** The columns without a pending address. */
const NOT_PENDING = { pending_since: null, pending_refused_at: null, pending_refusal: null };

/** The inboxes that ended with those of a member. */
export interface EndedInboxes {
  /** Every inbox that ended. */
  all: string[];
  /** The verified ones among them, which lose mail. */
  verified: string[];
  /** Whether the handle has no verified inbox of its owner left. */
  isLast: boolean;
}

/** Ends the inboxes of a locked handle that `ends` selects. If only the second inbox stays, it becomes the first. */
export async function endChosenInboxes(
  trx: Transaction<DB>,
  handleId: number,
  ends: (inbox: { memberId: number | null; address: string }) => boolean,
): Promise<EndedInboxes | null> {
  const row = await inboxesOf(trx, handleId).forUpdate().executeTakeFirst();
  if (!row) return null;
  const all = inboxesIn(row).map(({ address, ...one }) => ({
    ...one,
    address,
    isEnded: address !== null && ends({ memberId: one.memberId, address }),
  }));
  const ended = all.filter(({ isEnded }) => isEnded);
  if (ended.length === 0) return null;
  const [endsFirst, endsPending, endsBackup, endsBackupPending] = all.map(({ isEnded }) => isEnded);
  const backup = endsBackup ? null : row.backup_address;
  const first = endsFirst ? backup : row.address;
  const pending = endsPending ? null : row.pending_address;
  if (first === null && pending === null) await trx.deleteFrom('forwardings').where('id', '=', row.id).execute();
  else {
    await trx
      .updateTable('forwardings')
      .set({
        ...(endsFirst && {
          address: first,
          address_key: first === null ? null : row.backup_key,
          member_id: first === null ? null : row.backup_member_id,
          ...UNPAUSED,
          // The second inbox keeps its refusal.
          refusal: first === null ? null : row.backup_refusal,
          refusals: first === null ? 0 : row.backup_refusals,
          refused_since: first === null ? null : row.backup_refused_since,
        }),
        ...(pending === null && { pending_address: null, pending_key: null, pending_member_id: null, ...NOT_PENDING }),
        ...((backup === null || first === backup) && {
          backup_address: null,
          backup_key: null,
          backup_member_id: null,
          backup_refusal: null,
          backup_refusals: 0,
          backup_refused_since: null,
        }),
        ...(endsBackupPending && {
          backup_pending_address: null,
          backup_pending_key: null,
          backup_pending_member_id: null,
          backup_pending_refused_at: null,
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

/**
 * Locks the handles at which an account has changed an inbox or the team in the last `age` milliseconds. Uses the clock
 * of the database, which also dates activity.
 */
export async function lockHandlesChangedBy(trx: Transaction<DB>, accountId: number, age: number) {
  const changed = trx
    .selectFrom('handle_activity')
    .select('handle_id')
    .where('account_id', '=', accountId)
    .where('at', '>=', sql<Date>`now() - make_interval(secs => ${age / 1000}::float8)`)
    .where('action', 'in', [
      'inbox.changed',
      'inbox.verified',
      'mail-policy.changed',
      'member.inbox-changed',
      'member.invited',
      'member.role-changed',
      'member.mail-granted',
    ]);
  return trx
    .selectFrom('handles')
    .select(['id', 'handle'])
    .where('id', 'in', changed)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Ends the inbox that an account has as a member of a handle if it has one of these keys. Returns whether it did. */
export async function endMemberInboxAt(
  trx: Transaction<DB>,
  { handleId, accountId }: { handleId: number; accountId: number },
  keys: string[],
): Promise<boolean> {
  const rows = await trx
    .updateTable('handle_members')
    .set({ address: null, address_key: null, pending_address: null, pending_key: null })
    .where('handle_id', '=', handleId)
    .where('account_id', '=', accountId)
    .where((is) => is.or([is('address_key', 'in', keys), is('pending_key', 'in', keys)]))
    .returning('id')
    .execute();
  return rows.length > 0;
}

/** Assigns the inboxes of a handle that a member has set to the owner. */
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

/** Returns the account of a member who set an inbox; undefined for the owner, and if the member's place was deleted. */
export async function accountOfMember(db: Queryable, memberId: number | null) {
  if (memberId === null) return undefined;
  return db
    .selectFrom('handle_members')
    .innerJoin('accounts', 'accounts.id', 'handle_members.account_id')
    .select(['accounts.id', 'accounts.email'])
    .where('handle_members.id', '=', memberId)
    .executeTakeFirst();
}
