import type { AdminPackage, PackageRequest, PlannedPackage, PriceRise } from '../../../contract/admin/packages.ts';
import type { DB } from '../../../db/schema.ts';
import { notifyPricesChanged, packagesOf, withFreePlans } from '../../payments/prices/package-rules.ts';
import { announcingRises, foreseeRises } from '../../payments/prices/price-rise-rules.ts';
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { assertVersion, withVersion } from '../../platform/http/cache/etag-versions.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { readSite } from '../../site/site-rules.ts';
import { type Actor, recordAction } from '../audit/audit-store.ts';
import {
  deletePackage,
  insertPackage,
  isDuplicateName,
  lockPackage,
  type PackageRow,
  readPackages,
  updatePackage,
} from './packages-store.ts';

/** A change that makes a plan more expensive is announced to the owners of its handles. */
interface Context {
  db: Database;
  clock: Clock;
}

/** Lists every package, in the order of creation. */
export async function listAllPackages(db: Queryable): Promise<AdminPackage[]> {
  return (await readPackages(db)).map(toResponse);
}

/**
 * Returns the price rises that a change, a creation (no `id`) or a deletion (no `package`) would announce. Changes
 * nothing. Throws `not_found`.
 */
export async function previewRises({ db, clock }: Context, planned: PlannedPackage): Promise<PriceRise[]> {
  const rows = await readPackages(db);
  if (planned.id !== undefined && !rows.some(({ id }) => id === planned.id)) throw new ApiError('not_found');
  const kept = rows.filter(({ id }) => id !== planned.id);
  const { names } = await readSite(db);
  const pricesOf = (packages: Parameters<typeof packagesOf>[0]) => withFreePlans(names, packagesOf(packages));
  const after = pricesOf(planned.package ? [...kept, cents(planned.package)] : kept);
  const rises = await foreseeRises(db, { before: pricesOf(rows), after, now: clock() });
  return rises.map(({ plan, before, after: raised, owners, effectiveAt }) => ({
    plan,
    before: before / 100,
    after: raised / 100,
    emails: owners,
    from: effectiveAt.toISOString(),
  }));
}

/** Creates a package. Throws `invalid_input` if the name is taken. */
export async function createPackage(context: Context, actor: Actor, request: PackageRequest): Promise<AdminPackage> {
  return rejectDuplicateName(request, () =>
    changingPrices(context, async (trx) => {
      const created = toResponse(await insertPackage(trx, cents(request)));
      await recordAction(trx, { actor, act: 'create', target: targetOf(created), after: terms(created) });
      return created;
    }),
  );
}

/**
 * Changes a package. Plans find their package by name, so renaming a standard package leaves its plan at the fallback
 * price. Throws `not_found`, `version_conflict`, or `invalid_input` if the name is taken.
 */
export async function changePackage(
  context: Context,
  actor: Actor,
  id: number,
  request: PackageRequest,
  expected?: readonly string[],
): Promise<AdminPackage> {
  return rejectDuplicateName(request, () =>
    changingPrices(context, async (trx) => {
      const row = await lockPackage(trx, id);
      if (!row) throw new ApiError('not_found');
      assertVersion(expected, toResponse(row));
      const changed = toResponse(await updatePackage(trx, id, cents(request)));
      await recordAction(trx, {
        actor,
        act: 'change',
        target: targetOf(changed),
        before: terms(toResponse(row)),
        after: terms(changed),
      });
      return changed;
    }),
  );
}

/** Deletes a package. Throws `not_found` and `version_conflict`. */
export async function removePackage(
  context: Context,
  actor: Actor,
  id: number,
  expected?: readonly string[],
): Promise<void> {
  await changingPrices(context, async (trx) => {
    const row = await lockPackage(trx, id);
    if (!row) throw new ApiError('not_found');
    assertVersion(expected, toResponse(row));
    await deletePackage(trx, id);
    await recordAction(trx, { actor, act: 'delete', target: targetOf(row), before: terms(toResponse(row)) });
  });
}

async function changingPrices<T>({ db, clock }: Context, change: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const result = await announcingRises(trx, clock(), () => change(trx));
    await notifyPricesChanged(trx);
    return result;
  });
}

async function rejectDuplicateName<T>({ name }: PackageRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDuplicateName(error)) throw error;
    const message = `There is already a package named ${name}`;
    throw new ApiError('invalid_input', { message, errors: [{ path: 'name', message }] });
  }
}

function toResponse({ id, name, price_full_cents, price_now_cents }: PackageRow): AdminPackage {
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
