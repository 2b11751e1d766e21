import type { Network } from './network-rows.ts';
import { type NetworkId, networkOf } from './networks.ts';
import { isLinkAddress, type PlatformLink, profileUrl } from './platforms.ts';
import { decoded, phoneNumber, SPECIAL_NETWORKS } from './special-networks.ts';

/** Returns the texts of the form field for a network. */
export function nameFieldOf(platform: NetworkId): Pick<Network, 'label' | 'example' | 'hint'> {
  return networkOf(platform);
}

/**
 * Reads typed or pasted text for a network: a user name, or an address of the network. Returns the link, or the reason
 * for rejecting the text, because a page must not show a link that cannot lead to a profile.
 */
export function readPlatformLink(platform: NetworkId, typed: string): PlatformLink | { fault: string } {
  const text = typed.trim();
  const special = SPECIAL_NETWORKS[platform];
  if (special) return special(text) ?? { fault: networkOf(platform).fault };
  const address = addressIn(platform, text);
  if (address === 'elsewhere') return { fault: `This is not an address of ${networkOf(platform).name}.` };
  return address ? fromAddress(platform, address) : fromName(platform, text);
}

/** Returns the host of the base address and its aliases. */
function profileHosts(platform: NetworkId): string[] {
  const { base, aliases = [] } = networkOf(platform);
  const own = base === '' ? [] : [new URL(base).hostname.replace(/^www\./, '')];
  return [...own, ...aliases];
}

/** Returns whether an address belongs to the network. Every address belongs to the network `website`. */
export function isOnNetwork(platform: NetworkId, { hostname }: URL): boolean {
  if (platform === 'website') return true;
  const hosts = [...profileHosts(platform), ...(networkOf(platform).hosts ?? [])];
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

/** Parses text as an address with or without a scheme; returns undefined if the text is a name. */
function addressIn(platform: NetworkId, text: string): URL | 'elsewhere' | undefined {
  const hasScheme = /^https?:\/\//i.test(text);
  if (!hasScheme && !/^[\w-]+(?:\.[\w-]+)+\//.test(text)) return undefined;
  const full = hasScheme ? text.replace(/^http:/i, 'https:') : `https://${text}`;
  if (!isLinkAddress(full)) return hasScheme ? 'elsewhere' : undefined;
  const url = new URL(full);
  if (isOnNetwork(platform, url)) return url;
  // Without a scheme, `ada.b/c` may be a name of two segments.
  return hasScheme ? 'elsewhere' : undefined;
}

function fromAddress(platform: NetworkId, url: URL): PlatformLink | { fault: string } {
  const network = networkOf(platform);
  const { hosts = [], pages = [], hasSubdomains, fault } = network;
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const named = nameInAddress(platform, url, segments);
  if (named !== undefined) return fromName(platform, named);
  if (platform === 'reddit' && segments[0] === 'u') segments[0] = 'user';

  const base = new URL(network.base).pathname.split('/').filter((segment) => segment !== '');
  const [name, ...more] = segments.slice(base.length);
  // Networks serve mobile and localized pages under a subdomain, such as m. or de.
  const host = url.hostname.replace(/^(?:www|m|mobile|old|[a-z]{2})\./, '');
  const isProfile =
    name !== undefined &&
    more.length === 0 &&
    !hosts.includes(url.hostname) &&
    !pages.includes(name) &&
    profileHosts(platform).some((own) => own === url.hostname || own === host) &&
    base.every((segment, at) => segments[at] === segment) &&
    (!network.at || name.startsWith('@'));
  if (isProfile) return fromName(platform, decoded(name));
  const isSubdomain = hasSubdomains && !profileHosts(platform).includes(host);
  if (segments.length === 0 && !isSubdomain) return { fault };
  // Any other page of the network, such as a channel, a group or a post, is linked unchanged.
  url.hash = '';
  const page = decoded(url.pathname.slice(1) + url.search);
  return { username: (page || host.split('.', 1).join()).slice(0, 100), url: url.href };
}

/** Returns the name in an address that does not have it directly after the base; undefined for any other address. */
function nameInAddress(platform: NetworkId, url: URL, segments: string[]): string | undefined {
  const [first, second] = segments;
  switch (platform) {
    case 'discord': {
      const invite = inviteIn(url, segments);
      return invite && `discord.gg/${invite}`;
    }
    case 'whatsapp':
      return url.searchParams.get('phone') || undefined;
    case 'facebook':
      return (first === 'profile.php' && url.searchParams.get('id')) || undefined;
    case 'paypal':
      return first === 'paypalme' ? second : undefined;
    default:
      return undefined;
  }
}

function fromName(platform: NetworkId, text: string): PlatformLink | { fault: string } {
  const network = networkOf(platform);
  const { shape, fault } = network;
  const urlOf = (name: string) => profileUrl(network, name);
  switch (platform) {
    case 'whatsapp': {
      const digits = phoneNumber(text);
      return digits ? { username: `+${digits}`, url: urlOf(digits) } : { fault };
    }
    case 'discord':
      if (/^discord\.gg\/[\w-]{2,50}$/.test(text)) return { username: text, url: `https://${text}` };
      break;
    case 'spotify':
      // The URI that the desktop program copies: spotify:artist:4Z8W4fKeB5YxbusRsdQVPb.
      if (/^spotify:[a-z]+:\w+$/.test(text)) return fromName(platform, text.split(':').slice(1).join('/'));
      break;
    case 'steam':
      if (/^\d{17}$/.test(text)) return { username: text, url: `https://steamcommunity.com/profiles/${text}` };
      break;
    case 'orcid':
      if (!hasOrcidChecksum(text)) return { fault };
      break;
  }
  const username = platform === 'reddit' ? text.replace(/^\/?(?:u|user)\//, '') : text;
  if (!shape.test(username.replace(/^@+/, ''))) return { fault };
  // Telegram invitations contain a literal +, and Bluesky identifiers contain literal colons.
  return { username, url: urlOf(username).replace('/%2B', '/+').replaceAll('%3A', ':') };
}

/** Returns the code of a Discord server invitation; undefined for any other address. */
function inviteIn({ hostname }: URL, [first, second]: string[]): string | undefined {
  if (hostname.endsWith('discord.gg')) return first;
  return first === 'invite' ? second : undefined;
}

/** Returns whether the last digit of an ORCID iD matches the others (ISO 7064, MOD 11-2). */
function hasOrcidChecksum(text: string): boolean {
  const digits = text.replaceAll('-', '');
  let total = 0;
  for (const digit of digits.slice(0, 15)) total = (total + Number(digit)) * 2;
  const check = (12 - (total % 11)) % 11;
  return digits[15] === (check === 10 ? 'X' : String(check));
}

/**
 * Returns the link to store. Rebuilds an address that was derived from the user name, rejects an address of the network
 * that is not a valid profile, and keeps any other address.
 */
export function checkPlatformLink(
  platform: NetworkId,
  username: string,
  url: string | undefined,
): PlatformLink | { fault: string } {
  if (url === '') return { username, url };
  if (url === undefined || url === profileUrl(networkOf(platform), username)) {
    return readPlatformLink(platform, username);
  }
  if (addressIn(platform, url) instanceof URL) {
    const read = readPlatformLink(platform, url);
    if ('fault' in read) return read;
  }
  return { username, url };
}
