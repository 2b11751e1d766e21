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

/** A list with the item at `from` put at `to`. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_item, at) => at !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}
