import type { PlatformId } from '../social/networks.ts';
import { platformUrl } from '../social/platforms.ts';
import { SAMPLE_HANDLE, SAMPLE_NAME } from './sample-handle.ts';
import type { ThemeId } from './themes.ts';

const link = (platform: PlatformId, username: string) => ({ platform, username, url: platformUrl(platform, username) });

/** The example profile of every installation: a reserved handle without an account, whose mail is rejected. */
export const SAMPLE_PROFILE = {
  handle: SAMPLE_HANDLE,
  displayName: SAMPLE_NAME,
  bio: 'Everything you make, everywhere you are, behind one short name.',
  template: 'neon' satisfies ThemeId,
  socialLinks: [
    link('instagram', 'your.name'),
    link('youtube', '@yourname'),
    link('tiktok', '@yourname'),
    link('x', 'yourname'),
    link('twitch', 'yourname'),
    { platform: 'discord', username: 'discord.gg/yourname', url: 'https://discord.gg/yourname' },
    link('github', 'yourname'),
  ],
};
