import { isLinkAddress, type PlatformId, platformOf, platformUrl } from './platforms.ts';

/** Syntax of the user names of a network, and the texts of the form field for it. */
interface NameRule {
  /** Label of the form field. */
  label: string;
  /** Placeholder of the form field. */
  example: string;
  /** Text below the form field while it is empty. */
  hint: string;
  /** Pattern of a name without its leading @. Adjacent character classes are disjoint, which prevents backtracking. */
  shape: RegExp;
  /** Message for a rejected name. */
  fault: string;
  /** Hosts that are equivalent to the host of the base address. */
  aliases?: readonly string[];
  /** Other hosts of the network; their addresses are linked unchanged. */
  hosts?: readonly string[];
}

export interface PlatformLink {
  /** The name that the page shows. */
  username: string;
  url: string;
}

const USERNAME = {
  label: 'Username',
  example: 'username',
  hint: 'Your name there, or the address of your page there.',
  fault: 'This is not a username there: check it for spaces and special characters.',
};
const NUMBER = 'the number with its country code, such as +49 151 23456789';

const RULES: Record<PlatformId, NameRule> = {
  facebook: {
    ...USERNAME,
    shape: /^[\w.-]+(?:\/[\w.-]+){0,4}$/,
    hosts: ['fb.com', 'fb.me'],
  },
  youtube: { ...USERNAME, shape: /^(?:(?:channel|c|user)\/)?[\p{L}\p{N}\p{M}._·-]{1,60}$/u, hosts: ['youtu.be'] },
  instagram: { ...USERNAME, shape: /^[\w.]{1,30}$/, hosts: ['instagr.am'] },
  tiktok: { ...USERNAME, shape: /^[\w.]{1,24}$/ },
  linkedin: { ...USERNAME, shape: /^[\p{L}\p{N}\p{M}-]{1,100}$/u, hosts: ['lnkd.in'] },
  x: { ...USERNAME, shape: /^\w{1,20}$/, aliases: ['twitter.com'] },
  twitter: { ...USERNAME, shape: /^\w{1,20}$/, aliases: ['x.com'] },
  snapchat: { ...USERNAME, shape: /^[\w.-]{1,30}$/ },
  reddit: { ...USERNAME, shape: /^[\w-]{1,30}$/, hosts: ['redd.it'] },
  threads: { ...USERNAME, shape: /^[\w.]{1,30}$/, aliases: ['threads.net'] },
  discord: {
    label: 'User ID or invite link',
    example: '80351110224678912',
    hint: 'Your numeric user ID, or an invite link such as discord.gg/yourserver. A Discord name has no address.',
    shape: /^\d{17,20}$/,
    fault:
      'A Discord name has no address. Enter your numeric user ID (17 to 20 digits) or an invite link such as discord.gg/yourserver.',
    aliases: ['discordapp.com'],
    hosts: ['discord.gg'],
  },
  pinterest: { ...USERNAME, shape: /^[\w-]+(?:\/[\w-]+){0,2}$/, hosts: ['pin.it'] },
  whatsapp: {
    label: 'Phone number',
    example: '+49 151 23456789',
    hint: `Enter ${NUMBER}.`,
    shape: /^[1-9]\d{7,14}$/,
    fault: `WhatsApp needs ${NUMBER}.`,
    hosts: ['whatsapp.com'],
  },
  wechat: {
    label: 'QR code link',
    example: 'https://u.wechat.com/kAbCdEfGhIjKlMnOpQrStUv',
    hint: 'The link of your WeChat QR code, which begins with u.wechat.com. A WeChat ID has no address.',
    // The minimum of 21 excludes WeChat IDs, which have 6 to 20 characters.
    shape: /^[\w-]{21,100}$/,
    fault: 'A WeChat ID has no address. Enter the link of your WeChat QR code, which begins with u.wechat.com.',
  },
  messenger: { ...USERNAME, shape: /^[\w.-]{1,60}$/, hosts: ['messenger.com'] },
  telegram: { ...USERNAME, shape: /^(?:\+|joinchat\/)?[\w-]{3,64}$/, aliases: ['telegram.me'] },
  twitch: { ...USERNAME, shape: /^\w{1,25}$/ },
  github: { ...USERNAME, shape: /^[\w.-]+(?:\/[\w.-]+)?$/ },
};

/** Returns the texts of the form field for a network. */
export function nameFieldOf(platform: PlatformId): Pick<NameRule, 'label' | 'example' | 'hint'> {
  return RULES[platform];
}

/**
 * Reads typed or pasted text for a network: a user name, or an address of the network. Returns the link, or the reason
 * for rejecting it: a page must not show a link that cannot lead to a profile.
 */
export function readPlatformLink(platform: PlatformId, typed: string): PlatformLink | { fault: string } {
  const text = typed.trim();
  const address = addressIn(platform, text);
  if (address === 'elsewhere') return { fault: `This address is not one of ${platformOf(platform)?.name}.` };
  return address ? fromAddress(platform, address) : fromName(platform, text);
}

/** Returns the host of the base address and its aliases. */
function profileHosts(platform: PlatformId): string[] {
  return [new URL(platformOf(platform)?.base ?? '').hostname, ...(RULES[platform].aliases ?? [])];
}

/** Returns whether an address belongs to the network. */
function isOn(platform: PlatformId, { hostname }: URL): boolean {
  const hosts = [...profileHosts(platform), ...(RULES[platform].hosts ?? [])];
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

/** Parses text as an address with or without a scheme; returns undefined if the text is a name. */
function addressIn(platform: PlatformId, text: string): URL | 'elsewhere' | undefined {
  const hasScheme = /^https?:\/\//i.test(text);
  if (!hasScheme && !/^[\w-]+(?:\.[\w-]+)+\//.test(text)) return undefined;
  const full = hasScheme ? text.replace(/^http:/i, 'https:') : `https://${text}`;
  if (!isLinkAddress(full)) return hasScheme ? 'elsewhere' : undefined;
  const url = new URL(full);
  if (isOn(platform, url)) return url;
  // Without a scheme, `ada.b/c` may be a name of two segments.
  return hasScheme ? 'elsewhere' : undefined;
}

function fromAddress(platform: PlatformId, url: URL): PlatformLink | { fault: string } {
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const invite = platform === 'discord' && inviteIn(url, segments);
  if (invite) return fromName(platform, `discord.gg/${invite}`);
  const phone = platform === 'whatsapp' && url.searchParams.get('phone');
  if (phone) return fromName(platform, phone);
  const number = platform === 'facebook' && segments[0] === 'profile.php' && url.searchParams.get('id');
  if (number) return fromName(platform, number);
  if (platform === 'reddit' && segments[0] === 'u') segments[0] = 'user';

  const base = new URL(platformOf(platform)?.base ?? '').pathname.split('/').filter((segment) => segment !== '');
  const [name, ...more] = segments.slice(base.length);
  // Networks serve mobile and localized pages under a subdomain, such as m. or de.
  const host = url.hostname.replace(/^(?:www|m|mobile|old|[a-z]{2})\./, '');
  const isProfile =
    name !== undefined &&
    more.length === 0 &&
    profileHosts(platform).some((own) => own === url.hostname || own === host) &&
    base.every((segment, at) => segments[at] === segment) &&
    (!platformOf(platform)?.at || name.startsWith('@'));
  if (isProfile) return fromName(platform, decoded(name));
  if (segments.length === 0) return { fault: RULES[platform].fault };
  // Any other page of the network, such as a channel, a group or a post, is linked unchanged.
  url.hash = '';
  return { username: decoded(url.pathname.slice(1) + url.search).slice(0, 100), url: url.href };
}

function fromName(platform: PlatformId, text: string): PlatformLink | { fault: string } {
  const { shape, fault } = RULES[platform];
  if (platform === 'whatsapp') {
    const digits = text.replace(/\(0\)|[\s().\-/]/g, '').replace(/^(?:\+|00)/, '');
    if (!shape.test(digits)) return { fault };
    return { username: `+${digits}`, url: platformUrl(platform, digits) };
  }
  if (platform === 'discord' && /^discord\.gg\/[\w-]{2,50}$/.test(text)) {
    return { username: text, url: `https://${text}` };
  }
  const username = platform === 'reddit' ? text.replace(/^\/?(?:u|user)\//, '') : text;
  if (!shape.test(username.replace(/^@+/, ''))) return { fault };
  // Telegram invitations contain a literal +.
  return { username, url: platformUrl(platform, username).replace('/%2B', '/+') };
}

/** Returns the code of an invitation to a Discord server; undefined for any other address. */
function inviteIn({ hostname }: URL, [first, second]: string[]): string | undefined {
  if (hostname.endsWith('discord.gg')) return first;
  return first === 'invite' ? second : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns the link to store. Rebuilds an address that was derived from the user name, rejects an address of the network
 * that is not a valid profile, and keeps any other address.
 */
export function checkPlatformLink(
  platform: PlatformId,
  username: string,
  url: string | undefined,
): PlatformLink | { fault: string } {
  if (url === '') return { username, url };
  if (url === undefined || url === platformUrl(platform, username)) return readPlatformLink(platform, username);
  const address = addressIn(platform, url);
  if (address instanceof URL) {
    const read = fromAddress(platform, address);
    if ('fault' in read) return read;
  }
  return { username, url };
}
