/** What people read who cannot have a handle because of the site's rule, by the rule. */
export const CLAIM_TEXTS = {
  closed: 'New handles cannot be claimed here. Please ask the people who run this site.',
  domains:
    'Only addresses of certain domains can have a handle here. Please use the address that you have from the people who run this site.',
};
/** Errors of a call that leads to a handle: who may have one is a rule of the site. */
export const CLAIM_ERRORS = ['claims_closed', 'claims_domain'] as const;
