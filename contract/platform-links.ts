import { isLinkAddress, type PlatformId, platformOf, platformUrl } from './platforms.ts';

/** What a network calls its members by, and how to ask for it. */
interface NameRule {
  /** Label of the field that asks for it. */
  label: string;
  /** What may stand in the field while it is empty. */
  example: string;
  /** Beneath the field while it is empty. */
  hint: string;
  /** What a name looks like, without an @ before it. Each class of characters is bounded by the next: no backtracking. */
  shape: RegExp;
  /** Why a name is rejected. */
  fault: string;
  /** Other names of the host of its base address. */
  aliases?: readonly string[];
  /** Other hosts of the network: their addresses are linked as they stand. */
  hosts?: readonly string[];
}

/** A link that leads somewhere. */
export interface PlatformLink {
  /** As the page shows it. */
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
    // A WeChat ID has 6 to 20 characters.
    shape: /^[\w-]{21,100}$/,
    fault: 'A WeChat ID has no address. Enter the link of your WeChat QR code, which begins with u.wechat.com.',
  },
  messenger: { ...USERNAME, shape: /^[\w.-]{1,60}$/, hosts: ['messenger.com'] },
  telegram: { ...USERNAME, shape: /^(?:\+|joinchat\/)?[\w-]{3,64}$/, aliases: ['telegram.me'] },
  twitch: { ...USERNAME, shape: /^\w{1,25}$/ },
  github: { ...USERNAME, shape: /^[\w.-]+(?:\/[\w.-]+)?$/ },
};

/** How a network's field asks for a name. */
export function nameFieldOf(platform: PlatformId): Pick<NameRule, 'label' | 'example' | 'hint'> {
  return RULES[platform];
}

/**
 * Reads what was typed or pasted for a network: a name, or an address of the network. Returns the link, or why there is
 * none: an address that nobody is at must not reach a page unnoticed.
 */
export function readPlatformLink(platform: PlatformId, typed: string): PlatformLink | { fault: string } {
  const text = typed.trim();
  const address = addressIn(platform, text);
  if (address === 'elsewhere') return { fault: `This address is not one of ${platformOf(platform)?.name}.` };
  return address ? fromAddress(platform, address) : fromName(platform, text);
}

/** The host of the base address and its other names. */
function profileHosts(platform: PlatformId): string[] {
  return [new URL(platformOf(platform)?.base ?? '').hostname, ...(RULES[platform].aliases ?? [])];
}

/** Whether an address is one of the network. */
function isOn(platform: PlatformId, { hostname }: URL): boolean {
  const hosts = [...profileHosts(platform), ...(RULES[platform].hosts ?? [])];
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

/** The address that a text is, with or without its scheme; undefined for a name. */
function addressIn(platform: PlatformId, text: string): URL | 'elsewhere' | undefined {
  const hasScheme = /^https?:\/\//i.test(text);
  if (!hasScheme && !/^[\w-]+(?:\.[\w-]+)+\//.test(text)) return undefined;
  const full = hasScheme ? text.replace(/^http:/i, 'https:') : `https://${text}`;
  if (!isLinkAddress(full)) return hasScheme ? 'elsewhere' : undefined;
  const url = new URL(full);
  if (isOn(platform, url)) return url;
  // `ada.b/c` may be a name of two segments.
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
  // Without the prefix of a phone's or a country's pages.
  const host = url.hostname.replace(/^(?:www|m|mobile|old|[a-z]{2})\./, '');
  const isProfile =
    name !== undefined &&
    more.length === 0 &&
    profileHosts(platform).some((own) => own === url.hostname || own === host) &&
    base.every((segment, at) => segments[at] === segment) &&
    (!platformOf(platform)?.at || name.startsWith('@'));
  if (isProfile) return fromName(platform, decoded(name));
  if (segments.length === 0) return { fault: RULES[platform].fault };
  // Something else of the network: a channel, a group, a post. It is linked as it stands.
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
  // The + of an invitation to a Telegram group stays as it is.
  return { username, url: platformUrl(platform, username).replace('/%2B', '/+') };
}

/** The code of an invitation to a Discord server. */
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
 * The link as it is stored. An address that was only built from the name is built anew; one of the network that leads
 * nowhere is a fault; any other address is the owner's business.
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
