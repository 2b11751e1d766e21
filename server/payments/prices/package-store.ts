import type { Database, Queryable } from '../../platform/db/database.ts';

export async function allPackages(db: Queryable) {
  return db.selectFrom('packages').select(['name', 'price_now_cents', 'price_full_cents']).orderBy('id').execute();
}

/** Inserts the standard packages that do not exist. Packages that administrators have changed stay. */
export async function seedPackages(
  db: Database,
  packages: { name: string; price_now_cents: number; price_full_cents: number }[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const any = await trx.selectFrom('packages').select('id').limit(1).executeTakeFirst();
    if (any) return;
    await trx
      .insertInto('packages')
      .values(packages)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
  });
}
