import type { AdminAction } from '../../../contract/admin.ts';
import type { DB } from '../../../db/schema.ts';
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import { type Act, insertAct, readActs } from './audit-store.ts';

/** Who acts, as sessions know them. */
export type Actor = Act['actor'];

/** Notes an act in the transaction that does it: neither is there without the other. */
export async function noteAct(trx: Transaction<DB>, act: Act): Promise<void> {
  await insertAct(trx, act);
}

/** Notes that somebody took a whole list away as a file. */
export async function noteExport(db: Database, actor: Actor, list: string, query: object): Promise<void> {
  await db
    .transaction()
    .execute((trx) =>
      noteAct(trx, { actor, act: 'export', target: { kind: 'list', id: null, name: list }, after: { ...query } }),
    );
}

/** The log of administrative acts, newest first; `next` is where the next page begins. */
export async function listActs(
  db: Queryable,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<{ acts: AdminAction[]; next: string | undefined }> {
  const rows = await readActs(db, { limit, before: after });
  const acts = rows.slice(0, limit).map((row) => ({
    id: Number(row.id),
    at: row.at.toISOString(),
    actor: row.actor,
    act: row.act,
    target: [row.target_kind, row.target_id, row.target && (row.target_id === null ? row.target : `(${row.target})`)]
      .filter((part) => part !== null)
      .join(' '),
    reason: row.reason,
    before: row.before as AdminAction['before'],
    after: row.after as AdminAction['after'],
  }));
  return { acts, next: rows.length > limit ? String(acts.at(-1)?.id) : undefined };
}
