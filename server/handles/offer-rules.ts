import type { Site } from '../../contract/documents.ts';
import type { Availability } from '../../contract/handles/availability.ts';
import { isHandle } from '../../contract/handles/handle-rules.ts';
import { planForHandle } from '../../contract/payments/plans.ts';
import type { Queryable } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { isReserved } from './reserved-handles.ts';
import { activeHold } from './shared/holds-store.ts';

/** Returns whether this installation offers handles of this length; without payments, it offers only free ones. */
export function isOffered({ paidPlans }: Site, handle: string): boolean {
  return paidPlans !== false || planForHandle(handle) === 'Free';
}

/** Throws `paid_plans_off` for a handle whose length is not offered. */
export function assertOffered(site: Site, handle: string): void {
  if (!isOffered(site, handle)) throw new ApiError('paid_plans_off');
}

/** Returns the availability of a handle, with the reason `not-offered` for one that is free but not offered. */
export function offeredAvailability(site: Site, handle: string, availability: Availability): Availability {
  if (!availability.available || isOffered(site, handle)) return availability;
  return { available: false, reason: 'not-offered' };
}

/** Returns whether anyone could claim a handle; one that is held for a payment is treated as taken. */
export async function isFreeToClaim(db: Queryable, site: Site, handle: string, now: Date): Promise<boolean> {
  if (!isHandle(handle) || isReserved(handle) || !isOffered(site, handle)) return false;
  return (await activeHold(db, handle, now)) === undefined;
}
