/** Marks a message that was forwarded although its author is not authenticated, for recipients and their filters. */
const NAME = 'X-Nameplate-Authentication';

/** Lower-case name. Received fields of this name are removed. */
export const DMARC_FAILURE_HEADER = NAME.toLowerCase();

/** Returns the field. `reason` explains why the message passes. */
export function dmarcFailureHeader(reason: string): string {
  // The reason contains foreign names, which must not end the comment or the field.
  return `${NAME}: dmarc=fail (${reason.replace(/[^a-z0-9 .,_-]/gi, '?')})`;
}
