import { sql } from 'kysely';
import type { PauseReason } from '../../../contract/sending/sending.ts';
import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

/** Returns a handle by its name, with the address of its owner. */
export async function findSender(db: Queryable, handle: string) {
  return senders(db).where('handles.handle', '=', handle).executeTakeFirst();
}

/** Returns a handle by its id, with the address of its owner. */
export async function findSenderById(db: Queryable, id: number) {
  return senders(db).where('handles.id', '=', id).executeTakeFirst();
}

function senders(db: Queryable) {
  return db
    .selectFrom('handles')
    .leftJoin('accounts', (join) => join.onRef('accounts.id', '=', 'handles.account_id').on('closed_at', 'is', null))
    .select(['handles.id', 'handles.handle', 'accounts.email']);
}

/** Suppresses a recipient of a handle. */
export async function suppress(
  trx: Transaction<DB>,
  handleId: number,
  { address, enhanced, now }: { address: string; enhanced: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('suppressed_recipients')
    .values({ handle_id: handleId, address, enhanced, created_at: now })
    .onConflict((conflict) => conflict.columns(['handle_id', 'address']).doUpdateSet({ enhanced, created_at: now }))
    .execute();
}

/** Counts a bounce or a complaint in an hour. Locks the row of that hour, so that later counts see this one. */
export async function countProblem(
  trx: Transaction<DB>,
  handleId: number,
  hour: Date,
  kind: 'bounces' | 'complaints',
): Promise<void> {
  await trx
    .insertInto('sending_usage')
    .values({ handle_id: handleId, hour, [kind]: 1 })
    .onConflict((conflict) =>
      conflict.columns(['handle_id', 'hour']).doUpdateSet({ [kind]: sql`sending_usage.${sql.ref(kind)} + 1` }),
    )
    .execute();
}

/** Returns the sums of a handle since the later of this hour and the hour of its last resume. */
export async function problemsSince(trx: Transaction<DB>, handleId: number, from: Date) {
  const { rows } = await sql<{ recipients: number; bounces: number; complaints: number }>`
    select coalesce(sum(recipients), 0)::integer as recipients, coalesce(sum(bounces), 0)::integer as bounces,
      coalesce(sum(complaints), 0)::integer as complaints
    from sending_usage u where u.handle_id = ${handleId} and u.hour >= greatest(${from}::timestamptz,
      (select date_trunc('hour', resumed_at, 'UTC') from sending_settings where handle_id = ${handleId}))`.execute(trx);
  return rows[0] ?? { recipients: 0, bounces: 0, complaints: 0 };
}

/** Sets the bounces and complaints of an hour to zero. */
export async function clearProblems(trx: Transaction<DB>, handleId: number, hour: Date): Promise<void> {
  await trx
    .updateTable('sending_usage')
    .set({ bounces: 0, complaints: 0 })
    .where('handle_id', '=', handleId)
    .where('hour', '=', hour)
    .execute();
}

/** Pauses sending. Returns false if it is already paused; an administrator's pause replaces any other. */
export async function insertPause(
  trx: Transaction<DB>,
  handleId: number,
  reason: PauseReason,
  now: Date,
): Promise<boolean> {
  const pause = { paused_at: now, pause_reason: reason };
  const result = await trx
    .insertInto('sending_settings')
    .values({ handle_id: handleId, ...pause })
    .onConflict((conflict) =>
      conflict
        .column('handle_id')
        .doUpdateSet(pause)
        .where(
          reason === 'administrator'
            ? sql<boolean>`sending_settings.pause_reason is distinct from 'administrator'`
            : sql<boolean>`sending_settings.paused_at is null`,
        ),
    )
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Returns the reason of a pause, locked for the rest of the transaction; undefined if sending is not paused. */
export async function lockPause(trx: Transaction<DB>, handleId: number): Promise<PauseReason | undefined> {
  const row = await trx
    .selectFrom('sending_settings')
    .select('pause_reason')
    .where('handle_id', '=', handleId)
    .where('paused_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  return row?.pause_reason as PauseReason | undefined;
}

/** Ends a pause. */
export async function deletePause(trx: Transaction<DB>, handleId: number, now: Date): Promise<void> {
  await trx
    .updateTable('sending_settings')
    .set({ paused_at: null, pause_reason: null, resumed_at: now })
    .where('handle_id', '=', handleId)
    .execute();
}
