import type { AdminPackage, PackageRequest } from '../../../contract/admin/packages.ts';

/** The field values of the package dialog. */
export interface PackageFormValues {
  name: string;
  full: string;
  now: string;
}

/** Returns the field values of a package, or of a new one. */
export function packageFormValues(stored: AdminPackage | undefined): PackageFormValues {
  return {
    name: stored?.name ?? '',
    full: String(stored?.price_yearly_usd_full ?? 0),
    now: String(stored?.price_yearly_usd_now ?? 0),
  };
}

/** Returns the package for the field values. An invalid number becomes 0. */
export function packageOf({ name, full, now }: PackageFormValues): PackageRequest {
  return { name, price_yearly_usd_full: amountOf(full), price_yearly_usd_now: amountOf(now) };
}

function amountOf(typed: string): number {
  const amount = Number(typed);
  return Number.isFinite(amount) ? amount : 0;
}
