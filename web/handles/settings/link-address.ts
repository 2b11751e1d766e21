import { type PlatformLink, readPlatformLink } from '../../../contract/platform-links.ts';
import { isPlatformId, type PlatformId } from '../../../contract/platforms.ts';

/** The networks that a handle's own settings offer, in this order. */
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
 * The link that a user name makes when no address was typed, or why it makes none. A Discord name that is no user ID has no
 * address: it is saved without one.
 */
export function builtLink(platform: string, username: string): PlatformLink | { fault: string } {
  if (!isPlatformId(platform)) return { username, url: '' };
  const read = readPlatformLink(platform, username);
  return platform === 'discord' && 'fault' in read ? { username, url: '' } : read;
}
