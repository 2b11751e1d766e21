/** A social network that a handle can link to. */
export interface Platform {
  id: string;
  name: string;
  /** What stands before the username in the address of a profile; https, ends with a slash. */
  base: string;
  /** Whether the address has an @ before the username. */
  at: boolean;
}

/** All networks on offer, in the order in which they are offered. */
export const PLATFORMS = [
  { id: 'facebook', name: 'Facebook', base: 'https://facebook.com/', at: false },
  { id: 'youtube', name: 'YouTube', base: 'https://youtube.com/', at: true },
  { id: 'instagram', name: 'Instagram', base: 'https://instagram.com/', at: false },
  { id: 'tiktok', name: 'TikTok', base: 'https://tiktok.com/', at: true },
  { id: 'linkedin', name: 'LinkedIn', base: 'https://linkedin.com/in/', at: false },
  { id: 'x', name: 'X', base: 'https://x.com/', at: false },
  { id: 'twitter', name: 'X', base: 'https://twitter.com/', at: false },
  { id: 'snapchat', name: 'Snapchat', base: 'https://snapchat.com/add/', at: false },
  { id: 'reddit', name: 'Reddit', base: 'https://reddit.com/user/', at: false },
  { id: 'threads', name: 'Threads', base: 'https://threads.com/', at: true },
  { id: 'discord', name: 'Discord', base: 'https://discord.com/users/', at: false },
  { id: 'pinterest', name: 'Pinterest', base: 'https://pinterest.com/', at: false },
  { id: 'whatsapp', name: 'WhatsApp', base: 'https://wa.me/', at: false },
  { id: 'wechat', name: 'WeChat', base: 'https://u.wechat.com/', at: false },
  { id: 'messenger', name: 'Messenger', base: 'https://m.me/', at: false },
  { id: 'telegram', name: 'Telegram', base: 'https://t.me/', at: false },
  { id: 'twitch', name: 'Twitch', base: 'https://twitch.tv/', at: false },
  { id: 'github', name: 'GitHub', base: 'https://github.com/', at: false },
] as const satisfies readonly Platform[];
export type PlatformId = (typeof PLATFORMS)[number]['id'];

const byId = new Map<string, Platform>(PLATFORMS.map((platform) => [platform.id, platform]));

export function isPlatformId(id: string): id is PlatformId {
  return byId.has(id);
}

/** The network of this id; undefined for one that is not in the catalogue. */
export function platformOf(id: string): Platform | undefined {
  return byId.get(id);
}

/**
 * The address of a username's profile; empty for a blank username or a network outside the catalogue. Whether anybody can
 * be there is checked by contract/platform-links.ts.
 */
export function platformUrl(id: string, username: string): string {
  const platform = byId.get(id);
  // The @ is how people write a name, not a part of it: it is in the address only where the network wants it.
  const name = username.trim().replace(/^@+/, '');
  if (!platform || name === '') return '';
  // A slash stays: some networks have names of two segments.
  const path = name.toWellFormed().split('/').map(encodeURIComponent).join('/');
  // A path of several segments, such as channel/UC..., is no name that wants an @.
  return `${platform.base}${platform.at && !name.includes('/') ? '@' : ''}${path}`;
}

const LINK_SCHEMES = new Set(['https:', 'http:', 'mailto:']);

/**
 * Whether a page may link to this: an absolute https, http or mailto address. Everything else is refused, also what a
 * browser would mend on the way (space around it, control characters within it).
 */
export function isLinkAddress(url: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/^\s|[\u0000-\u001f\u007f-\u009f\u2028\u2029]|\s$/.test(url) || !URL.canParse(url)) return false;
  return LINK_SCHEMES.has(new URL(url).protocol);
}
