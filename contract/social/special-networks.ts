import { type NetworkId, networkOf } from './networks.ts';
import { isLinkAddress, type PlatformLink } from './platforms.ts';

/** Reads a name or an address of one network; undefined for text that is neither. */
type ReadLink = (text: string) => PlatformLink | undefined;

/**
 * Networks whose addresses cannot be built from a base address and a name because the name is in the host or the
 * address has a fragment.
 */
export const SPECIAL_NETWORKS: { [Network in NetworkId]?: ReadLink } = {
  mastodon: readMastodon,
  bandcamp: (text) => readSubdomain('bandcamp', text),
  substack: (text) =>
    /^@[\w-]{1,60}$/.test(text)
      ? { username: text, url: `https://substack.com/${text}` }
      : readSubdomain('substack', text),
  signal: readSignal,
  line: readLine,
  website: readWebsite,
};

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the digits of a phone number with its country code; undefined for any other text. */
export function phoneNumber(text: string): string | undefined {
  const digits = text.replace(/\(0\)|[\s().\-/]/g, '').replace(/^(?:\+|00)/, '');
  return /^[1-9]\d{7,14}$/.test(digits) ? digits : undefined;
}

/** Parses an https address, with or without its scheme; undefined for any other text. */
function addressOf(text: string): URL | undefined {
  const full = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (/\s/.test(text) || !isLinkAddress(full)) return undefined;
  const url = new URL(full);
  // A user name before the host would hide the host.
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url : undefined;
}

/** Returns whether a host has several labels, the last of which is a top-level domain. */
function isPublicHost(host: string): boolean {
  const labels = host.split('.');
  const last = labels.at(-1) ?? '';
  return (
    labels.length > 1 &&
    labels.every((label) => /^[a-z\d-]+$/.test(label)) &&
    /^(?:[a-z]{2,63}|xn--.{2,59})$/.test(last)
  );
}

function readMastodon(text: string): PlatformLink | undefined {
  const account = /^@?([\w.-]{1,64})@([^\s/?#@:]{1,253})$/.exec(text);
  if (account) return mastodonAccount(account[1], account[2]);
  const url = text.includes('/') ? addressOf(text) : undefined;
  // A server shows accounts of other servers as /@name@server.
  const [, name, , server] = /^\/(?:@|users\/)([\w.-]{1,64})(@([\w.-]{1,253}))?\/?$/.exec(url?.pathname ?? '') ?? [];
  return mastodonAccount(name, server ?? url?.host);
}

function mastodonAccount(name = '', server = ''): PlatformLink | undefined {
  const url = addressOf(`https://${server}/@${name}`);
  if (!url || !networkOf('mastodon').shape.test(name) || !isPublicHost(url.host)) return undefined;
  const link = { username: `@${name}@${url.host}`, url: url.href };
  return link.username.length <= 100 ? link : undefined;
}

/** Reads a network whose names are subdomains. */
function readSubdomain(network: 'bandcamp' | 'substack', text: string): PlatformLink | undefined {
  const domain = `${network}.com`;
  if (networkOf(network).shape.test(text)) return { username: text, url: `https://${text.toLowerCase()}.${domain}/` };
  const url = addressOf(text);
  if (!url || (url.host !== domain && !url.host.endsWith(`.${domain}`))) return undefined;
  const name = url.host === domain || url.host === `www.${domain}` ? undefined : url.host.slice(0, -domain.length - 1);
  const page = decoded(url.pathname.slice(1));
  if (name === undefined && page === '') return undefined;
  url.hash = '';
  if (url.pathname === '/') url.search = '';
  return { username: (page || (name ?? '')).slice(0, 100), url: url.href };
}

function readSignal(text: string): PlatformLink | undefined {
  const digits = phoneNumber(text);
  if (digits) return { username: `+${digits}`, url: `https://signal.me/#p/+${digits}` };
  const url = addressOf(text);
  if (url?.host === 'signal.me') {
    const number = /^#p\/(\+\d+)$/.exec(url.hash)?.[1];
    if (number !== undefined) return phoneNumber(number) ? readSignal(number) : undefined;
    return /^#eu\/[\w-]{10,100}$/.test(url.hash) ? { username: 'signal.me', url: url.href } : undefined;
  }
  const isGroup = url?.host === 'signal.group' && /^#[\w-]{20,300}$/.test(url.hash);
  return isGroup ? { username: 'signal.group', url: url.href } : undefined;
}

function readLine(text: string): PlatformLink | undefined {
  const [, mark, id] = /^([@~]?)([\w.-]{1,60})$/.exec(text) ?? [];
  if (id !== undefined && !/\.(?:me|ee)$/.test(text)) {
    // The addresses of official accounts have an @, and personal addresses have a ~.
    const url = mark === '@' ? `https://line.me/R/ti/p/@${id}` : `https://line.me/ti/p/~${id}`;
    return { username: mark === '@' ? text : id, url };
  }
  const url = addressOf(text);
  const isLine = url && /(?:^|\.)line\.me$|^lin\.ee$/.test(url.host) && url.pathname !== '/';
  if (!isLine) return undefined;
  url.hash = '';
  return { username: decoded(url.pathname.slice(1)).slice(0, 100), url: url.href };
}

function readWebsite(text: string): PlatformLink | undefined {
  const url = addressOf(text);
  if (!url || !isPublicHost(url.hostname)) return undefined;
  const path = url.pathname === '/' ? '' : decoded(url.pathname);
  return { username: (url.hostname.replace(/^www\./, '') + path).slice(0, 100), url: url.href };
}
