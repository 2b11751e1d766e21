import type { PublicProfile } from './profiles.ts';

/** Returns whether a page and its contact card show the address: the owner wants it, and mail to it reaches an inbox. */
export function isAddressShown({ emailVisible, acceptsMail }: Pick<PublicProfile, 'emailVisible' | 'acceptsMail'>) {
  return emailVisible !== false && acceptsMail;
}
