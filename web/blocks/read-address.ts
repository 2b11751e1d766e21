import { isBlockAddress } from '../../contract/blocks/blocks.ts';
import { NETWORKS, type NetworkId } from '../../contract/blocks/networks.ts';
import { readPlatformLink } from '../../contract/social/platform-links.ts';
import { isPlatformId } from '../../contract/social/platforms.ts';

/** What a pasted address leads to: a profile of a network, or any page. */
export type ReadAddress =
  | { network: NetworkId; username: string; url: string }
  | { network: null; url: string; title: string };

/** Returns the address in typed or pasted text, which may lack its scheme; undefined if the text is none. */
function addressIn(typed: string): URL | undefined {
  const text = typed.trim();
  const full = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
  if (/\s/.test(text) || !isBlockAddress(full)) return undefined;
  const url = new URL(full);
  return url.protocol.startsWith('http') && !/^[\w-]+(\.[\w-]+)+$/.test(url.hostname) ? undefined : url;
}

/** Reads a pasted address: its network and user name, or a title made of its host. */
export function readAddress(typed: string): ReadAddress | undefined {
  const url = addressIn(typed);
  if (!url) return undefined;
  const host = url.hostname.replace(/^www\./, '');
  for (const { id, base } of NETWORKS) {
    if (base === '') continue;
    const { hostname } = new URL(base);
    if (host !== hostname.replace(/^www\./, '')) continue;
    const read = readNetworkLink(id, url.href);
    if ('url' in read) return { network: id, ...read };
  }
  return { network: null, url: url.href, title: url.protocol.startsWith('http') ? host : '' };
}

/** Reads a user name or an address for one network. */
export function readNetworkLink(
  network: NetworkId,
  typed: string,
): { username: string; url: string } | { fault: string } {
  if (isPlatformId(network)) return readPlatformLink(network, typed);
  const { base, at, name } = networkOf(network);
  const text = typed.trim();
  const address = /^https?:\/\//i.test(text) || (base === '' && addressIn(text)) ? addressIn(text) : undefined;
  if (address) {
    const isOwn = base !== '' && address.href.startsWith(base);
    const path = isOwn ? address.href.slice(base.length) : `${address.hostname}${address.pathname}`;
    return { username: decodeURIComponent(path.replace(/\/$/, '').replace(/^@/, '')), url: address.href };
  }
  if (base === '') return { fault: `Please enter the address of your page on ${name}, which begins with https://` };
  const username = text.replace(/^@+/, '');
  if (/[\s?#]/.test(username))
    return { fault: 'This is not a username there: check it for spaces and special characters.' };
  return { username, url: `${base}${at ? '@' : ''}${encodeURI(username)}` };
}

/** Returns a network by its id. */
export function networkOf(id: NetworkId) {
  return NETWORKS.find((network) => network.id === id) ?? NETWORKS[0];
}
