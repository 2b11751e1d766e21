import { SAMPLE_HANDLE } from '../../contract/handle-rules.ts';
import type { ThemeId } from '../../contract/themes.ts';

/** The profile that every installation shows as an example: reserved, without an account, its mail refused. */
export const SAMPLE_PROFILE: {
  handle: string;
  displayName: string;
  bio: string;
  template: ThemeId;
  socialLinks: { platform: string; username: string; url: string }[];
} = {
  handle: SAMPLE_HANDLE,
  displayName: 'Nova Reyes',
  bio: 'Stargazer, synth player, maker of small worlds.\nNew video every Friday. Say hello!',
  template: 'neon',
  socialLinks: [
    { platform: 'instagram', username: 'nova.reyes', url: 'https://instagram.com/nova.reyes' },
    { platform: 'youtube', username: '@novareyes', url: 'https://youtube.com/@novareyes' },
    { platform: 'tiktok', username: '@novareyes', url: 'https://tiktok.com/@novareyes' },
    { platform: 'x', username: 'novareyes', url: 'https://x.com/novareyes' },
    { platform: 'twitch', username: 'novareyes', url: 'https://twitch.tv/novareyes' },
    { platform: 'discord', username: 'novareyes', url: 'https://discord.com/users/novareyes' },
    { platform: 'github', username: 'novareyes', url: 'https://github.com/novareyes' },
  ],
};
