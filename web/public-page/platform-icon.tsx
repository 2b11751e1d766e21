import type { ReactElement } from 'react';
import discord from 'simple-icons/icons/discord.svg?raw';
import facebook from 'simple-icons/icons/facebook.svg?raw';
import github from 'simple-icons/icons/github.svg?raw';
import instagram from 'simple-icons/icons/instagram.svg?raw';
import messenger from 'simple-icons/icons/messenger.svg?raw';
import pinterest from 'simple-icons/icons/pinterest.svg?raw';
import reddit from 'simple-icons/icons/reddit.svg?raw';
import snapchat from 'simple-icons/icons/snapchat.svg?raw';
import telegram from 'simple-icons/icons/telegram.svg?raw';
import threads from 'simple-icons/icons/threads.svg?raw';
import tiktok from 'simple-icons/icons/tiktok.svg?raw';
import twitch from 'simple-icons/icons/twitch.svg?raw';
import wechat from 'simple-icons/icons/wechat.svg?raw';
import whatsapp from 'simple-icons/icons/whatsapp.svg?raw';
import x from 'simple-icons/icons/x.svg?raw';
import youtube from 'simple-icons/icons/youtube.svg?raw';
import type { PlatformId } from '../../contract/social/platforms.ts';
import { PathIcon, pathOf } from './icon-path.tsx';

// simple-icons no longer contains LinkedIn's icon.
const LINKEDIN =
  'M4 1h16a3 3 0 0 1 3 3v16a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3zm.9 8.4v9.9h3.2V9.4zM6.5 4.6a1.85 1.85 0 1 0 0 3.7 1.85 1.85 0 0 0 0-3.7zm3.6 4.8v9.9h3.2v-5.2c0-1.4.6-2.2 1.8-2.2s1.6.9 1.6 2.3v5.1H20v-5.8c0-2.9-1.5-4.4-3.7-4.4-1.5 0-2.5.7-3 1.7V9.4z';

const PATHS: Record<PlatformId, string> = {
  facebook: pathOf(facebook),
  youtube: pathOf(youtube),
  instagram: pathOf(instagram),
  tiktok: pathOf(tiktok),
  linkedin: LINKEDIN,
  x: pathOf(x),
  twitter: pathOf(x),
  snapchat: pathOf(snapchat),
  reddit: pathOf(reddit),
  threads: pathOf(threads),
  discord: pathOf(discord),
  pinterest: pathOf(pinterest),
  whatsapp: pathOf(whatsapp),
  wechat: pathOf(wechat),
  messenger: pathOf(messenger),
  telegram: pathOf(telegram),
  twitch: pathOf(twitch),
  github: pathOf(github),
};

/** The decorative icon of a platform in the colour of the surrounding text. */
export function PlatformIcon({ id }: { id: PlatformId }): ReactElement {
  return <PathIcon path={PATHS[id]} />;
}
