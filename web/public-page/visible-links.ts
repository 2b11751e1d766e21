import { isLinkAddress, isPlatformId, type PlatformId, platformOf } from '../../contract/platforms.ts';
import type { SocialLink } from '../../contract/social-links.ts';

export interface VisibleLink {
  id: PlatformId;
  /** The network's name. */
  name: string;
  username: string;
  url: string;
}

/** The links that a page shows, in their order: active, of a known network, with an address that is safe to follow. */
export function visibleLinks(links: readonly SocialLink[]): VisibleLink[] {
  return links.flatMap(({ platform, username, url, isActive }) => {
    if (!isActive || !isPlatformId(platform) || !isLinkAddress(url)) return [];
    return [{ id: platform, name: platformOf(platform)?.name ?? platform, username: username.trim(), url }];
  });
}
