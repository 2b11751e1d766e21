import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

export interface PackageRow {
  id: number;
  name: string;
  price_now_cents: number;
  price_full_cents: number;
}
type PackageValues = Omit<PackageRow, 'id'>;

const COLUMNS = ['id', 'name', 'price_now_cents', 'price_full_cents'] as const;

export async function readPackages(db: Queryable): Promise<PackageRow[]> {
  return db.selectFrom('packages').select(COLUMNS).orderBy('id').execute();
}

/** Returns a package, locked for the rest of the transaction. */
export async function lockPackage(trx: Transaction<DB>, id: number): Promise<PackageRow | undefined> {
  return trx.selectFrom('packages').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Inserts a package; throws an error that `isDuplicateName` recognizes if the name is taken. */
export async function insertPackage(trx: Transaction<DB>, values: PackageValues): Promise<PackageRow> {
  return trx.insertInto('packages').values(values).returning(COLUMNS).executeTakeFirstOrThrow();
}

/** Changes a package; throws an error that `isDuplicateName` recognizes if another has the name. */
export async function updatePackage(trx: Transaction<DB>, id: number, values: PackageValues): Promise<PackageRow> {
  return trx.updateTable('packages').set(values).where('id', '=', id).returning(COLUMNS).executeTakeFirstOrThrow();
}

export async function deletePackage(trx: Transaction<DB>, id: number): Promise<void> {
  await trx.deleteFrom('packages').where('id', '=', id).execute();
}

/** Returns whether an error is a violation of the unique index on the name, which ignores case. */
export function isDuplicateName(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '23505';
}
