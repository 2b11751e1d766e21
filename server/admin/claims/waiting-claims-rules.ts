import { APPROVED_DAYS, WAITING_DAYS, type WaitingClaim } from '../../../contract/claims/waiting-claims.ts';
import { planForHandle } from '../../../contract/payments/plans.ts';
import { DAY } from '../../../contract/time.ts';
import type { DB } from '../../../db/schema.ts';
import { insertInvitation } from '../../claim-invitations/shared/claim-invitations-store.ts';
import { orderUnlimitedEmail } from '../../emails/rules.ts';
import { type ClaimTerms, giveApproved } from '../../handles/claim-rules.ts';
import { assertOffered } from '../../handles/offer-rules.ts';
import { lockClaimHolds } from '../../handles/shared/reserved-claims-store.ts';
import type { WaitingEmail } from '../../handles/shared/waiting-email.ts';
import { endWaiting } from '../../handles/waiting/waiting-rules.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { App } from '../../platform/http/app-context.ts';
import { type ListedPage, pageOf } from '../../platform/http/paging.ts';
import { readSite } from '../../site/site-rules.ts';
import { type Actor, recordAction } from '../audit/audit-store.ts';
import { type Page, readWaitingClaims } from './claims-store.ts';

/** Returns one page of the waiting claims, oldest first. */
export async function listWaitingClaims(db: Queryable, page: Page): Promise<ListedPage<WaitingClaim>> {
  return pageOf(await readWaitingClaims(db, page), page.limit, ({ id, handle, email, created_at: createdAt }) => ({
    id,
    handle,
    email,
    plan: planForHandle(handle),
    createdAt: createdAt.toISOString(),
    until: new Date(createdAt.getTime() + WAITING_DAYS * DAY).toISOString(),
  }));
}

/**
 * Approves a waiting claim. It becomes an invitation to its handle for its address, which gives the handle at once
 * unless it has to be paid for. Throws the errors of any claim.
 */
export async function approveClaim(
  { db, site, clock }: Pick<App, 'db' | 'site' | 'clock'>,
  terms: ClaimTerms,
  actor: Actor,
  id: number,
): Promise<{ isGiven: boolean }> {
  const now = clock();
  return db.transaction().execute(async (trx) => {
    const { handle, email } = await take(trx, id);
    assertOffered(site, (await readSite(trx)).names, handle);
    const expiresAt = new Date(now.getTime() + APPROVED_DAYS * DAY);
    const invitation = await insertInvitation(trx, { uses: 1, expires_at: expiresAt, handle, email });
    const isGiven = await giveApproved(trx, terms, { handle, email, invitation: invitation.id }, now);
    await record(trx, actor, 'approve claim', handle);
    const pays = isGiven ? {} : { invitation: invitation.id };
    await orderUnlimitedEmail<WaitingEmail>(trx, { kind: 'claim-approved', to: email, handle, ...pays });
    return { isGiven };
  });
}

/** Refuses a waiting claim, and emails the reason. */
export async function refuseClaim(
  { db }: Pick<App, 'db'>,
  actor: Actor,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { handle, email } = await take(trx, id);
    await record(trx, actor, 'refuse claim', handle, reason);
    await orderUnlimitedEmail<WaitingEmail>(trx, { kind: 'claim-refused', to: email, handle, reason });
  });
}

async function take(trx: Transaction<DB>, id: number) {
  await lockClaimHolds(trx);
  const claim = await endWaiting(trx, id);
  if (claim) return claim;
  throw new ApiError('not_found', {
    message: 'This claim was decided already, or it has ended. Please reload the list.',
  });
}

/** The audit log names only the handle, because the address may have no account. */
async function record(trx: Transaction<DB>, actor: Actor, act: string, name: string, reason?: string): Promise<void> {
  const target = { kind: 'handle', id: null, name } as const;
  await recordAction(trx, { actor, act, target, ...(reason !== undefined && { reason }) });
}
