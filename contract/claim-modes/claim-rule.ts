import * as z from 'zod/mini';

/** Returns whether nobody can claim a handle without an invitation. */
export function isInvitationNeeded(mode: string | undefined): boolean {
  return mode === 'closed' || mode === 'invitation';
}

/** Errors of a call that leads to a handle, because a rule of the site decides who may have one. */
export const CLAIM_ERRORS = ['claims_closed', 'claims_domain', 'claims_invitation'] as const;
/** Errors of a call that leads to a handle and cannot wait for a decision. */
export const DECIDED_CLAIM_ERRORS = [...CLAIM_ERRORS, 'claims_approval'] as const;

/** The code in the link of an invitation to claim a handle, which the calls of the claim send on. */
export const invitationCode = z.string().check(z.maxLength(100));
