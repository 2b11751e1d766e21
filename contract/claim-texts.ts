/** The text for people who cannot have a handle, by the rule of the site. */
export const CLAIM_TEXTS = {
  closed: 'New handles cannot be claimed here. Please ask the people who run this site.',
  domains:
    'Only addresses of certain domains can have a handle here. Please use the address that you have from the people who run this site.',
};
/** Errors of a call that leads to a handle, because a rule of the site decides who may have one. */
export const CLAIM_ERRORS = ['claims_closed', 'claims_domain'] as const;
