import { resendSignIn } from '../../accounts/rules.ts';
import { type ClaimTerms, resendFreeClaim } from '../../handles/claim-rules.ts';
import type { Database } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { type Actor, recordAction } from '../audit/audit-store.ts';
import { findAccountId } from './users-store.ts';

/** Sends a sign-in email to an account. Throws `not_found` if no account has the address, and `too_many_emails`. */
export async function resendSignInEmail(
  db: Database,
  { actor, email }: { actor: Actor; email: string },
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const id = await findAccountId(trx, email);
    if (id === undefined) throw new ApiError('not_found');
    await resendSignIn(trx, email, now);
    await recordAction(trx, { actor, act: 'resend sign-in email', target: { kind: 'user', id } });
  });
}

/** Sends the email of a free claim again. The audit log names only the handle, because the address may have no account. */
export async function resendClaimEmail(
  db: Database,
  terms: ClaimTerms,
  { actor, ...claim }: { actor: Actor; email: string; handle: string; mailDomain: string },
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await resendFreeClaim(trx, terms, claim, now);
    const target = { kind: 'handle', id: null, name: claim.handle } as const;
    await recordAction(trx, { actor, act: 'resend claim email', target });
  });
}
