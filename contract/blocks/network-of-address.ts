import type { PlatformLink } from '../social/network-rules.ts';
import { isOnNetwork, readPlatformLink } from '../social/platform-links.ts';
import { isLinkAddress } from '../social/platforms.ts';
import { NETWORKS, type NetworkId } from './networks.ts';

/** A link of a network, as a block has it. */
export interface NetworkLink extends PlatformLink {
  platform: NetworkId;
}

/**
 * Returns the network, user name and address of a pasted address, with or without https://, or of a Mastodon address such as
 * @maya@mastodon.social; undefined if it is of no network or cannot lead to a profile. A website is no network here: every
 * address could be one.
 */
export function networkOfAddress(pasted: string): NetworkLink | undefined {
  const text = pasted.trim();
  if (text.length > 2048) return undefined;
  if (/^@[^@\s]+@[^@\s]+$/.test(text)) return linkOn('mastodon', text);
  const full = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (/\s/.test(text) || !isLinkAddress(full)) return undefined;
  const url = new URL(full);
  const network = NETWORKS.find(({ id }) => id !== 'website' && isOnNetwork(id, url));
  // The scheme makes clear that `maya.bandcamp.com` is an address and not a name.
  return network && linkOn(network.id, full.replace(/^http:/i, 'https:'));
}

function linkOn(platform: NetworkId, text: string): NetworkLink | undefined {
  const read = readPlatformLink(platform, text);
  return 'fault' in read ? undefined : { platform, ...read };
}
