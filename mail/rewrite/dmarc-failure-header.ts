/** Tells recipients, and their filters, that a message was let through although its author is not authenticated. */
const NAME = 'X-Nameplate-Authentication';

/** The name of our mark in lower case: fields of this name that a message came with are removed. */
export const DMARC_FAILURE_HEADER = NAME.toLowerCase();

/** The line that marks a message which failed DMARC; `reason` says why it goes on all the same. */
export function dmarcFailureHeader(reason: string): string {
  // The reason holds names that a stranger wrote: nothing in them may end the comment or the field.
  return `${NAME}: dmarc=fail (${reason.replace(/[^a-z0-9 .,_-]/gi, '?')})`;
}
