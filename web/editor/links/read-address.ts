import { isBlockAddress } from '../../../contract/blocks/blocks.ts';
import { type NetworkLink, networkOfAddress } from '../../../contract/social/network-of-address.ts';

/** The target of a pasted address: a profile of a network, or any page, with a title made from its host. */
export type ReadAddress = NetworkLink | { platform: null; url: string; title: string };

/** Reads a pasted address, which may lack its scheme; undefined for any other text. */
export function readAddress(typed: string): ReadAddress | undefined {
  const text = typed.trim();
  const network = /[./@+]/.test(text) ? networkOfAddress(text) : undefined;
  if (network) return network;
  const url = withScheme(text);
  if (/\s/.test(url) || !isBlockAddress(url)) return undefined;
  const { protocol, hostname, href } = new URL(url);
  return { platform: null, url: href, title: protocol.startsWith('http') ? hostname.replace(/^www\./, '') : '' };
}

/** Completes an address without a scheme, such as `maya.example/shop` or `maya@mail.example`; returns other text as it is. */
export function withScheme(typed: string): string {
  const text = typed.trim();
  if (/^[a-z][a-z\d+.-]*:/i.test(text)) return text;
  const [name, host, ...more] = text.split('@');
  if (name && host && more.length === 0 && !/[\s/]/.test(text) && host.includes('.')) return `mailto:${text}`;
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#:]|$)/.test(text) ? `https://${text}` : text;
}
