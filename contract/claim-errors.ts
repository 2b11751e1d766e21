/** Errors of a call that leads to a handle: who may have one is a rule of the site. */
export const CLAIM_ERRORS = ['claims_closed', 'claims_domain'] as const;
