import { platformOf, platformUrl } from '../../contract/platforms.ts';
import type { SocialLink } from '../../contract/social-links.ts';

/** The user name in what was typed or pasted: a whole address of the network is cut down to what follows its base. */
export function typedUsername(platform: string, typed: string): string {
  const base = platformOf(platform)?.base.replace('https://', '') ?? '';
  const text = typed.trim();
  const bare = text.replace(/^https?:\/\//i, '').replace(/^www\./i, '');
  if (base === '' || !bare.toLowerCase().startsWith(base)) return text;
  return bare
    .slice(base.length)
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '');
}

/** A handle's links with this user name on one network: changed in its place, or added at the end. */
export function withUsername(links: readonly SocialLink[], platform: string, username: string): SocialLink[] {
  const before = links.find((link) => link.platform === platform);
  // Whoever gave this link an address of its own keeps it with the name.
  if (before?.username === username) return [...links];
  const link = { platform, username, url: platformUrl(platform, username), isActive: true, active: true };
  return before ? links.map((one) => (one === before ? { ...one, ...link } : one)) : [...links, link];
}

/** A list with the item at `from` put at `to`. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_item, at) => at !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}
