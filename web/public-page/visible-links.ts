import { isLinkAddress, isPlatformId, type PlatformId, platformOf } from '../../contract/social/platforms.ts';
import type { SocialLink } from '../../contract/social/social-links.ts';

export interface VisibleLink {
  id: PlatformId;
  /** The name of the platform. */
  name: string;
  username: string;
  url: string;
}

/** Returns the links shown on a page, in order: those that are active, of a known platform, and have a safe URL. */
export function visibleLinks(links: readonly SocialLink[]): VisibleLink[] {
  return links.flatMap(({ platform, username, url, isActive }) => {
    if (!isActive || !isPlatformId(platform) || !isLinkAddress(url)) return [];
    return [{ id: platform, name: platformOf(platform)?.name ?? platform, username: username.trim(), url }];
  });
}
