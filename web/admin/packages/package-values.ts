import type { AdminPackage, PackageRequest } from '../../../contract/admin.ts';

/** What stands in the fields of the package dialog. */
export interface PackageFormValues {
  name: string;
  full: string;
  now: string;
}

/** The fields of a package, or of a new one. */
export function packageFormValues(one: AdminPackage | undefined): PackageFormValues {
  return {
    name: one?.name ?? '',
    full: String(one?.price_yearly_usd_full ?? 0),
    now: String(one?.price_yearly_usd_now ?? 0),
  };
}

/** The package that the fields say. What is no number is 0. */
export function packageOf({ name, full, now }: PackageFormValues): PackageRequest {
  return { name, price_yearly_usd_full: amountOf(full), price_yearly_usd_now: amountOf(now) };
}

function amountOf(typed: string): number {
  const amount = Number(typed);
  return Number.isFinite(amount) ? amount : 0;
}
