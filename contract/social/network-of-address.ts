import { NETWORKS, type NetworkId } from './networks.ts';
import { isOnNetwork, readPlatformLink } from './platform-links.ts';
import { isLinkAddress, type PlatformLink } from './platforms.ts';

/** A link to a network, in the form that blocks store. */
export interface NetworkLink extends PlatformLink {
  platform: NetworkId;
}

/** A number with its country code, as people write it. */
const PHONE_NUMBER = /^\+[\d ()./-]{7,30}$/;

/**
 * Returns the network, user name and address for a pasted address, with or without https://, for a Mastodon address
 * such as @maya@mastodon.social, or for a phone number, which is read as a WhatsApp number. Returns undefined if the
 * text belongs to no network or cannot lead to a profile. Ignores the network `website`, which would match every
 * address.
 */
export function networkOfAddress(pasted: string): NetworkLink | undefined {
  const text = pasted.trim();
  if (text.length > 2048) return undefined;
  if (/^@[^@\s]+@[^@\s]+$/.test(text)) return linkOn('mastodon', text);
  if (PHONE_NUMBER.test(text)) return linkOn('whatsapp', text);
  // People often paste numbers with spaces: wa.me/33 6 12 34 56 78.
  const spaced = /^[^\s/]+(?::\/\/[^\s/]+)?\//.test(text) ? text.replaceAll(' ', '%20') : text;
  const full = /^https?:\/\//i.test(text) ? spaced : `https://${spaced}`;
  if (/\s/.test(spaced) || !isLinkAddress(full)) return undefined;
  const url = new URL(full);
  const network = NETWORKS.find(({ id }) => id !== 'website' && isOnNetwork(id, url));
  // The scheme marks `maya.bandcamp.com` as an address, not a name.
  return network && linkOn(network.id, full.replace(/^http:/i, 'https:'));
}

function linkOn(platform: NetworkId, text: string): NetworkLink | undefined {
  const read = readPlatformLink(platform, text);
  return 'fault' in read ? undefined : { platform, ...read };
}
