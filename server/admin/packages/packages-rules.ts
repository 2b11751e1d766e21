import type { AdminPackage, PackageRequest } from '../../../contract/admin.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { assertVersion, withVersion } from '../../platform/http/etag-versions.ts';
import { type Actor, noteAct } from '../audit/audit-rules.ts';
import {
  deletePackage,
  insertPackage,
  isDoubled,
  lockPackage,
  type PackageRow,
  readPackages,
  updatePackage,
} from './packages-store.ts';

/** Every package as it is stored, in the order in which they were made. */
export async function listAllPackages(db: Queryable): Promise<AdminPackage[]> {
  return (await readPackages(db)).map(wire);
}

/** Makes a package. Throws `invalid_input` with a list where there is one of this name. */
export async function createPackage(db: Database, actor: Actor, wanted: PackageRequest): Promise<AdminPackage> {
  return unlessDoubled(wanted, () =>
    db.transaction().execute(async (trx) => {
      const made = wire(await insertPackage(trx, cents(wanted)));
      await noteAct(trx, { actor, act: 'create', target: targetOf(made), after: terms(made) });
      return made;
    }),
  );
}

/**
 * Changes a package. A standard one that gets another name, or is deleted, leaves its plan at the fallback price: plans
 * are found by their names. Throws `not_found`, `version_conflict`, or `invalid_input` with a list.
 */
export async function changePackage(
  db: Database,
  actor: Actor,
  id: number,
  wanted: PackageRequest,
  expected?: readonly string[],
): Promise<AdminPackage> {
  return unlessDoubled(wanted, () =>
    db.transaction().execute(async (trx) => {
      const row = await lockPackage(trx, id);
      if (!row) throw new ApiError('not_found');
      assertVersion(expected, wire(row));
      const changed = wire(await updatePackage(trx, id, cents(wanted)));
      await noteAct(trx, {
        actor,
        act: 'change',
        target: targetOf(changed),
        before: terms(wire(row)),
        after: terms(changed),
      });
      return changed;
    }),
  );
}

/** Deletes a package. Throws `not_found` and `version_conflict`. */
export async function removePackage(
  db: Database,
  actor: Actor,
  id: number,
  expected?: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await lockPackage(trx, id);
    if (!row) throw new ApiError('not_found');
    assertVersion(expected, wire(row));
    await deletePackage(trx, id);
    await noteAct(trx, { actor, act: 'delete', target: targetOf(row), before: terms(wire(row)) });
  });
}

async function unlessDoubled<T>({ name }: PackageRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDoubled(error)) throw error;
    const message = `There is already a package named ${name}`;
    throw new ApiError('invalid_input', { message, errors: [{ path: 'name', message }] });
  }
}

function wire({ id, name, price_full_cents, price_now_cents }: PackageRow): AdminPackage {
  return withVersion({
    id,
    name,
    price_yearly_usd_full: price_full_cents / 100,
    price_yearly_usd_now: price_now_cents / 100,
  });
}

function cents({ name, price_yearly_usd_full, price_yearly_usd_now }: PackageRequest) {
  return {
    name,
    price_full_cents: Math.round(price_yearly_usd_full * 100),
    price_now_cents: Math.round(price_yearly_usd_now * 100),
  };
}

function terms({ id: _id, version: _version, ...rest }: AdminPackage): Record<string, unknown> {
  return rest;
}

function targetOf({ id, name }: { id: number; name: string }) {
  return { kind: 'package', id, name } as const;
}
