import { sql } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Transaction } from '../platform/db/database.ts';
import type { Address, Erasure, TableName } from './table.ts';
import { TABLE_LIST, TABLES } from './tables.ts';

type Kind<Key extends string> = Extract<Erasure, Record<Key, unknown>>;

/** The steps of the erasure that have a key, with their tables. */
function steps<Key extends string>(key: Key): { table: TableName; step: Kind<Key> }[] {
  return TABLE_LIST.flatMap(([table, { erasure }]) =>
    erasure.flatMap((step) => (key in step ? [{ table, step: step as Kind<Key> }] : [])),
  );
}

/** The tables whose rows belong to one handle and are deleted when it is taken from its owner. */
export const TABLES_OF_HANDLE = steps('withHandle').map(({ table }) => table);
const LOST_AT_TRANSFER = steps('withHandle').flatMap(({ table, step }) =>
  step.atTransfer === 'deleted' ? [table] : [],
);
const OF_ADDRESS = steps('of');

/** Takes handles from their owner: writes the values of an empty handle. This locks them. */
export async function emptyHandleRows(trx: Transaction<DB>, ids: number[], now: Date): Promise<void> {
  for (const step of TABLES.handles.erasure) {
    if (!('set' in step) || !('kept' in step)) continue;
    await trx.updateTable('handles').set(step.set(now)).where('id', 'in', ids).execute();
  }
}

/** Deletes the rows of handles from every table, or those that do not go to a new owner: mail is not for the new one. */
export async function deleteRowsOfHandles(
  trx: Transaction<DB>,
  ids: number[],
  which: 'all' | 'lost at a transfer',
): Promise<void> {
  for (const table of which === 'all' ? TABLES_OF_HANDLE : LOST_AT_TRANSFER) {
    await sql`delete from ${sql.table(table)} where handle_id = any(${ids})`.execute(trx);
  }
}

/** Deletes or empties the rows of an address in every table. */
export async function eraseAddress(trx: Transaction<DB>, address: Address): Promise<void> {
  for (const { table, step } of OF_ADDRESS) {
    const values = Object.entries(step.set ?? {}).map(([column, value]) => sql`${sql.id(column)} = ${value}`);
    const target = sql.table(table);
    const act = values.length > 0 ? sql`update ${target} set ${sql.join(values)}` : sql`delete from ${target}`;
    await sql`${act} where ${step.of(address)}`.execute(trx);
  }
}
