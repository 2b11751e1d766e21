import type { PublicProfile } from './profiles.ts';

/**
 * Returns whether a page and its contact card show the address. They do if the owner allows it and mail reaches an
 * inbox.
 */
export function isAddressShown({ emailVisible, acceptsMail }: Pick<PublicProfile, 'emailVisible' | 'acceptsMail'>) {
  return emailVisible !== false && acceptsMail;
}
