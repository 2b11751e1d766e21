import { linksOfBlock } from '../../contract/blocks/block-links.ts';
import { type Block, isBlockAddress } from '../../contract/blocks/blocks.ts';
import { networkOf } from '../../contract/social/networks.ts';
import { checkPlatformLink, readPlatformLink } from '../../contract/social/platform-links.ts';
import { isLinkAddress } from '../../contract/social/platforms.ts';
import { isShown, NOT_SHOWN } from '../../contract/text.ts';
import { assertLinkable, fieldError } from './shared/blocked-links.ts';

type Network = Pick<Extract<Block, { type: 'network' }>, 'platform' | 'username' | 'url'>;

/**
 * Checks and completes the names and addresses of network links in blocks. A link that is already stored in this form
 * is not checked again. Throws `invalid_input` with the field, such as `3.items.0.username`.
 */
export function checkedNetworks(blocks: readonly Block[], before: readonly Block[]): Block[] {
  const stored = new Set(before.flatMap(networksOf).map(keyOf));
  const checked = <Link extends Network>(link: Link, path: string): Link =>
    stored.has(keyOf(link)) ? link : { ...link, ...checkNetwork(link, path) };
  return blocks.map((block, at) => {
    if (block.type === 'network') return checked(block, `${at}`);
    if (block.type !== 'icons') return block;
    return { ...block, items: block.items.map((item, index) => checked(item, `${at}.items.${index}`)) };
  });
}

const networksOf = (block: Block): Network[] =>
  block.type === 'network' ? [block] : block.type === 'icons' ? block.items : [];
const keyOf = ({ platform, username, url }: Network) => JSON.stringify([platform, username, url]);

function checkNetwork({ platform, username: typed, url }: Network, path: string): { username: string; url: string } {
  const username = typed.trim();
  if (!isShown(username, false)) throw fieldError(`${path}.username`, NOT_SHOWN);
  const named = (fault: string) => `${networkOf(platform)?.name}: ${fault}`;
  if (url === '') {
    const link = readPlatformLink(platform, username);
    if ('fault' in link) throw fieldError(`${path}.username`, named(link.fault));
    return link;
  }
  if (!isBlockAddress(url) || !isLinkAddress(url)) {
    throw fieldError(`${path}.url`, 'Please enter an address that begins with https:// or http://');
  }
  const link = username === '' ? readPlatformLink(platform, url) : checkPlatformLink(platform, username, url);
  if ('fault' in link) throw fieldError(`${path}.url`, named(link.fault));
  return link;
}

/** Throws `invalid_input` for an address that pages may not link to, unless the page has it already. */
export function assertAllowedLinks(
  blocks: readonly Block[],
  before: readonly Block[],
  isBlocked: (url: string) => boolean,
): void {
  const stored = new Set(before.flatMap(linksOfBlock).map(({ url }) => url));
  for (const [at, block] of blocks.entries()) {
    for (const [index, { url }] of linksOfBlock(block).entries()) {
      if (stored.has(url)) continue;
      assertLinkable(block.type === 'icons' ? `${at}.items.${index}.url` : `${at}.url`, url, isBlocked);
    }
  }
}
