import { FEATURES } from '../../contract/payments/features.ts';
import { planForHandle } from '../../contract/payments/plans.ts';
import type { Team } from '../../contract/teams/teams.ts';
import { isEntitled } from '../handle-access/entitlement.ts';
import { requireHandle } from '../handle-access/handle-access.ts';
import type { Target } from '../platform/http/call-server.ts';
import type { TeamContext } from './members/members-rules.ts';
import { addressOf } from './members/members-store.ts';
import { findOfferOf } from './transfers/transfers-store.ts';

/** Returns the team of a handle as the caller sees it. Throws `not_found`. */
export async function teamOf({ db }: TeamContext, at: Target): Promise<Team> {
  const handle = await requireHandle(db, at);
  const offer = handle.role === 'owner' ? await findOfferOf(db, handle.id) : undefined;
  return {
    handle: handle.handle,
    plan: planForHandle(handle.handle),
    entitled: isEntitled(handle, 'teams'),
    availableFrom: FEATURES.teams[0],
    paidUntil: handle.paid_until?.toISOString() ?? null,
    role: handle.role,
    receivesMail: handle.receivesMail,
    memberId: handle.member_id,
    owner: { email: (await addressOf(db, handle.owner_id)) ?? '' },
    transfer: offer
      ? { email: offer.email, createdAt: offer.created_at.toISOString(), expiresAt: offer.expires_at.toISOString() }
      : null,
  };
}
