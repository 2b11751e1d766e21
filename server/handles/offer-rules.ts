import { isInvitationNeeded } from '../../contract/claim-modes/claim-rule.ts';
import type { Site } from '../../contract/documents.ts';
import type { Availability } from '../../contract/handles/availability.ts';
import { isHandle } from '../../contract/handles/handle-rules.ts';
import { planForHandle } from '../../contract/payments/plans.ts';
import type { Queryable } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { App } from '../platform/http/app-context.ts';
import { isReserved } from './reserved-handles.ts';
import { activeHold } from './shared/holds-store.ts';
import { heldForClaims } from './shared/reserved-claims-store.ts';
import { costsNothing, isReservedHere, type Names } from './shared/site-names.ts';

/** Returns whether this installation offers handles of this length; without payments, it offers only those that cost nothing. */
export function isOffered(site: Site, names: Names, handle: string): boolean {
  return handle.length >= names.minimum && isSold(site, names, handle);
}

function isSold({ paidPlans }: Site, names: Names, handle: string): boolean {
  const plan = planForHandle(handle);
  return paidPlans !== false || plan === 'Free' || costsNothing(names, plan);
}

/** Throws `paid_plans_off` for a handle whose plan is not offered. The minimum length is part of its availability. */
export function assertOffered(site: Site, names: Names, handle: string): void {
  if (isSold(site, names, handle)) return;
  const isStandard = names.minimum === 1 && names.free === false;
  throw new ApiError(
    'paid_plans_off',
    isStandard ? {} : { message: 'Handles of this length are not available here. Please choose another length.' },
  );
}

/** Returns the availability of a handle, with the reason `not-offered` for one that is free but not offered. */
export function offeredAvailability(
  site: Site,
  names: Names,
  handle: string,
  availability: Availability,
): Availability {
  if (!availability.available || isSold(site, names, handle)) return availability;
  return { available: false, reason: 'not-offered' };
}

/** Returns whether somebody could claim a handle; one that is held is treated as taken. */
export async function isFreeToClaim(
  db: Queryable,
  { site, liveSite }: Pick<App, 'site' | 'liveSite'>,
  handle: string,
  now: Date,
): Promise<boolean> {
  const { claims, names } = liveSite.current();
  if (isInvitationNeeded(claims.mode) || !isHandle(handle) || !isOffered(site, names, handle)) return false;
  if (isReserved(handle) || isReservedHere(names, handle)) return false;
  if ((await heldForClaims(db, [handle], now)).length > 0) return false;
  return (await activeHold(db, handle, now)) === undefined;
}
