import { type PlatformId, platformUrl } from '../../contract/platforms.ts';

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

/** The address that a user name gets when none was typed; empty for Discord, whose user names lead nowhere. */
export function builtAddress(platform: string, username: string): string {
  return platform === 'discord' ? '' : platformUrl(platform, username);
}
