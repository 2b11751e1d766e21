import { createHash } from 'node:crypto';

/** Number of days for which a reply is recognised when it arrives again. */
export const REPLY_KEPT_DAYS = 180;

/**
 * Returns a name for a signed message to contacts of a handle, used to send the message only once. Anyone who got the
 * message can send it to us again, which would use up the handle's sending limit.
 */
export function signedReplyName(key: string, people: string[], signature: string): string {
  const digest = createHash('sha256').update(JSON.stringify([key, people.toSorted(), signature]));
  return `reply ${digest.digest('base64url')}`;
}
