import type { Site } from '../../contract/documents.ts';
import type { Availability } from '../../contract/handles.ts';
import { planForHandle } from '../../contract/plans.ts';
import { ApiError } from '../platform/http/api-error.ts';

/** Whether handles of this length are given out here: where nothing is sold, only the free ones are. */
function isOffered({ paidPlans }: Site, handle: string): boolean {
  return paidPlans !== false || planForHandle(handle) === 'Free';
}

/** Throws `paid_plans_off` for a handle of a length that is not given out here. */
export function assertOffered(site: Site, handle: string): void {
  if (!isOffered(site, handle)) throw new ApiError('paid_plans_off');
}

/** The availability of a handle, with the reason `not-offered` for one that is free and is not given out here. */
export function offeredAvailability(site: Site, handle: string, found: Availability): Availability {
  if (!found.available || isOffered(site, handle)) return found;
  return { available: false, reason: 'not-offered' };
}
