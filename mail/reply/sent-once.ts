import { createHash } from 'node:crypto';

/** Days in which a reply is recognised when it arrives again. */
export const REPLY_KEPT_DAYS = 180;

/**
 * Returns the name of a signed message to people of a handle, by which it is sent once: everybody who got it can send it to us
 * again, and would spend what the handle may send.
 */
export function signedReplyName(key: string, people: string[], signature: string): string {
  const digest = createHash('sha256').update(JSON.stringify([key, people.toSorted(), signature]));
  return `reply ${digest.digest('base64url')}`;
}
