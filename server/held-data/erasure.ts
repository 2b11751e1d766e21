import { sql } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Transaction } from '../platform/db/database.ts';
import type { Erasure, Person, TableName } from './table.ts';
import { TABLE_LIST } from './tables.ts';

type Kind<Key extends string> = Extract<Erasure, Record<Key, unknown>>;

/** Returns the erasure steps with a key, and their tables. */
function steps<Key extends string>(key: Key): { table: TableName; step: Kind<Key> }[] {
  return TABLE_LIST.flatMap(([table, { erasure }]) =>
    erasure.flatMap((step) => (key in step ? [{ table, step: step as Kind<Key> }] : [])),
  );
}

const OF_HANDLES = steps('withHandle');
const OF_PERSON = steps('ofPerson');

/** Takes handles from their owner by writing the values of an empty handle, which also locks them. */
export async function emptyHandleRows(trx: Transaction<DB>, ids: number[], now: Date): Promise<void> {
  for (const { step } of steps('emptied')) {
    await trx.updateTable('handles').set(step.emptied(now)).where('id', 'in', ids).execute();
  }
}

/** Deletes the rows of handles from every table: all rows, or those that do not pass to a new owner. */
export async function deleteRowsOfHandles(
  trx: Transaction<DB>,
  ids: number[],
  which: 'all' | 'deleted when handed over',
): Promise<void> {
  for (const { table, step } of OF_HANDLES) {
    if (which !== 'all' && step.withHandle !== which) continue;
    const condition = step.of ? step.of(ids) : sql`handle_id = any(${ids})`;
    await sql`delete from ${sql.table(table)} where ${condition}`.execute(trx);
  }
}

/** Deletes or empties the rows of a person in every table that a cascade from the account does not reach. */
export async function erasePerson(trx: Transaction<DB>, person: Person): Promise<void> {
  for (const { table, step } of OF_PERSON) {
    const values = Object.entries(step.set ?? {}).map(([column, value]) => sql`${sql.id(column)} = ${value}`);
    const target = sql.table(table);
    const act = values.length > 0 ? sql`update ${target} set ${sql.join(values)}` : sql`delete from ${target}`;
    await sql`${act} where ${step.ofPerson(person)}`.execute(trx);
  }
}
