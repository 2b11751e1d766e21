import type { Network } from './network-rows.ts';
import { PLATFORMS, type PlatformId } from './networks.ts';

/** A link to store. */
export interface PlatformLink {
  /** The name that the page shows. */
  username: string;
  url: string;
}

const byId = new Map<string, Network>(PLATFORMS.map((platform) => [platform.id, platform]));

export function isPlatformId(id: string): id is PlatformId {
  return byId.has(id);
}

/** Returns the network with this id; undefined if the id is unknown. */
export function platformOf(id: string): Network | undefined {
  return byId.get(id);
}

/**
 * Returns the address of a profile; empty for a blank user name or an unknown network.
 * contract/social/platform-links.ts checks the syntax of the user name.
 */
export function platformUrl(id: string, username: string): string {
  const platform = byId.get(id);
  return platform ? profileUrl(platform, username) : '';
}

/** Like `platformUrl`, for a network of any list; empty if the network's addresses do not begin with a base. */
export function profileUrl({ base, at }: Pick<Network, 'base' | 'at'>, username: string): string {
  // A leading @ is notation, not part of the name; only some networks have it in the address.
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
