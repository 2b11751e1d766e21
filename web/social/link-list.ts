import type { PlatformLink } from '../../contract/platform-links.ts';
import type { SocialLink } from '../../contract/social-links.ts';

/** A handle's links with this one of a network: changed in its place, or added at the end. */
export function withLink(
  links: readonly SocialLink[],
  platform: string,
  { username, url }: PlatformLink,
): SocialLink[] {
  const before = links.find((link) => link.platform === platform);
  const link = { platform, username, url, isActive: true, active: true };
  return before ? links.map((one) => (one === before ? { ...one, ...link } : one)) : [...links, link];
}

/** A link that was taken out of a list, and from where. */
export interface RemovedLink {
  link: SocialLink;
  index: number;
}

/** A list with what was taken out of it, one after the other, in its places again. */
export function restoreRemoved(links: readonly SocialLink[], removed: readonly RemovedLink[]): SocialLink[] {
  return removed.reduceRight<SocialLink[]>(
    (list, { link, index }) => {
      if (list.some(({ platform }) => platform === link.platform)) return list;
      return [...list.slice(0, index), link, ...list.slice(index)];
    },
    [...links],
  );
}

/** A list with the item at `from` put at `to`. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_item, at) => at !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}

/** What both have made of the same links: theirs, with everything that was added, changed and removed in mine. */
export function mergeLinks(base: readonly SocialLink[], theirs: readonly SocialLink[], mine: readonly SocialLink[]) {
  const of = (links: readonly SocialLink[], platform: string) => links.find((one) => one.platform === platform);
  const isNew = ({ platform, username, url }: SocialLink) => {
    const before = of(base, platform);
    return before?.username !== username || before.url !== url;
  };
  const kept = theirs.filter(({ platform }) => !of(base, platform) || of(mine, platform));
  const changed = kept.map((one) => {
    const other = of(mine, one.platform);
    return other && isNew(other) ? other : one;
  });
  return [...changed, ...mine.filter((one) => isNew(one) && !of(kept, one.platform))];
}
