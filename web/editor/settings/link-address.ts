import { nameFieldOf, readPlatformLink } from '../../../contract/social/platform-links.ts';
import type { PlatformLink } from '../../../contract/social/platforms.ts';
import { isPlatformId } from '../../../contract/social/platforms.ts';

/**
 * Builds the link for a user name without a URL, or returns why it cannot. A Discord name that is not a user ID has no
 * URL and is saved without one.
 */
export function builtLink(platform: string, username: string): PlatformLink | { fault: string } {
  if (!isPlatformId(platform)) return { username, url: '' };
  const read = readPlatformLink(platform, username);
  return platform === 'discord' && 'fault' in read ? { username, url: '' } : read;
}

/** The form of a Discord name that yields a link. */
export const DISCORD_HINT = nameFieldOf('discord').hint;
