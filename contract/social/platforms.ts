/** A social network that a handle can link to. */
export interface Platform {
  id: string;
  name: string;
  /** Prefix of the address of a profile: an https URL with a trailing slash; empty if the name is in the host. */
  base: string;
  /** True if the address has an @ before the user name. */
  at: boolean;
}

/** All supported networks in display order. */
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

/** Returns the network with this id; undefined if none exists. */
export function platformOf(id: string): Platform | undefined {
  return byId.get(id);
}

/**
 * Returns the address of a profile; empty for a blank user name or an unknown network. The syntax of the user
 * name is checked in contract/social/platform-links.ts.
 */
export function platformUrl(id: string, username: string): string {
  const platform = byId.get(id);
  return platform ? profileUrl(platform, username) : '';
}

/** Like `platformUrl` for a network of any list; empty for one whose addresses do not begin with a base. */
export function profileUrl({ base, at }: Pick<Platform, 'base' | 'at'>, username: string): string {
  // A leading @ is notation and not a part of the name; only some networks have it in the address.
  const name = username.trim().replace(/^@+/, '');
  if (base === '' || name === '') return '';
  // Slashes are kept because some networks have names of two segments.
  const path = name.toWellFormed().split('/').map(encodeURIComponent).join('/');
  // A path of several segments, such as channel/UC..., is not a user name and gets no @.
  return `${base}${at && !name.includes('/') ? '@' : ''}${path}`;
}

const LINK_SCHEMES = new Set(['https:', 'http:', 'mailto:']);

/**
 * Returns whether a page may link to this address: an absolute https, http or mailto URL. Input that a browser would
 * normalize (surrounding white space, control characters) is rejected, because it can hide another scheme.
 */
export function isLinkAddress(url: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters on purpose
  if (/^\s|[\u0000-\u001f\u007f-\u009f\u2028\u2029]|\s$/.test(url) || !URL.canParse(url)) return false;
  return LINK_SCHEMES.has(new URL(url).protocol);
}
