import type { PlatformLink } from '../../contract/social/network-rules.ts';
import type { SocialLink } from '../../contract/social/social-links.ts';

/** Returns the links with one platform's link replaced in place, or added at the end. */
export function withLink(
  links: readonly SocialLink[],
  platform: string,
  { username, url }: PlatformLink,
): SocialLink[] {
  const existing = links.find((link) => link.platform === platform);
  const link = { platform, username, url, isActive: true, active: true };
  return existing ? links.map((other) => (other === existing ? { ...other, ...link } : other)) : [...links, link];
}

/** A link that was removed from a list, and its former index. */
export interface RemovedLink {
  link: SocialLink;
  index: number;
}

/** Returns the links with removed ones inserted at their former places. `removed` is in the order of removal. */
export function restoreRemoved(links: readonly SocialLink[], removed: readonly RemovedLink[]): SocialLink[] {
  return removed.reduceRight<SocialLink[]>(
    (list, { link, index }) => {
      if (list.some(({ platform }) => platform === link.platform)) return list;
      return [...list.slice(0, index), link, ...list.slice(index)];
    },
    [...links],
  );
}

/** Returns the items with the one at `from` moved to `to`. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_item, at) => at !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}

/** Merges two changed versions of the same links: `theirs`, with the additions, changes and removals of `mine`. */
export function mergeLinks(base: readonly SocialLink[], theirs: readonly SocialLink[], mine: readonly SocialLink[]) {
  const find = (links: readonly SocialLink[], platform: string) => links.find((link) => link.platform === platform);
  const isNew = ({ platform, username, url }: SocialLink) => {
    const before = find(base, platform);
    return before?.username !== username || before.url !== url;
  };
  const kept = theirs.filter(({ platform }) => !find(base, platform) || find(mine, platform));
  const changed = kept.map((link) => {
    const own = find(mine, link.platform);
    return own && isNew(own) ? own : link;
  });
  return [...changed, ...mine.filter((link) => isNew(link) && !find(kept, link.platform))];
}
