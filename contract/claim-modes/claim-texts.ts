/** The text for people who cannot have a handle, by the rule of the site. */
export const CLAIM_TEXTS = {
  closed: 'New handles cannot be claimed here. Please ask the people who run this site.',
  domains:
    'Only addresses of certain domains can have a handle here. Please use the address that you have from the people who run this site.',
  invitation:
    'You need an invitation to have a handle here. Please open the link of your invitation, or ask the people who run this site for one.',
  approval: 'The people who run this site decide who gets a handle. Choose one, and we email you their decision.',
};
