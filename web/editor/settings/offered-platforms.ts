import type { PlatformId } from '../../../contract/social/networks.ts';

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
