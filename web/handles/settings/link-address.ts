import type { PlatformLink } from '../../../contract/social/network-rules.ts';
import { readPlatformLink } from '../../../contract/social/platform-links.ts';
import { isPlatformId, type PlatformId } from '../../../contract/social/platforms.ts';

/** The platforms offered in the settings of a handle, in this order. */
export const OFFERED = [
  'instagram',
  'twitter',
  'facebook',
  'linkedin',
  'youtube',
  'github',
  'tiktok',
  'twitch',
  'discord',
  'telegram',
] as const satisfies PlatformId[];

/**
 * Builds the link for a user name without a URL, or returns why it cannot. A Discord name that is not a user ID has no
 * URL and is saved without one.
 */
export function builtLink(platform: string, username: string): PlatformLink | { fault: string } {
  if (!isPlatformId(platform)) return { username, url: '' };
  const read = readPlatformLink(platform, username);
  return platform === 'discord' && 'fault' in read ? { username, url: '' } : read;
}
