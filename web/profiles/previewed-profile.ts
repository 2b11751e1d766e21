import type { Block } from '../../contract/blocks/blocks.ts';
import type { Handle } from '../../contract/handles/handles.ts';
import type { OwnProfile, PublicProfile } from '../../contract/profiles/profiles.ts';
import { THEMES, type ThemeId } from '../../contract/profiles/themes.ts';
import { isPlatformId } from '../../contract/social/platforms.ts';

/** The networks of a handle as blocks, for a preview without the rest of the page. */
function networkBlocks({ socialLinks }: Handle): Block[] {
  return socialLinks.flatMap(({ platform, username, url, isActive }) =>
    isPlatformId(platform)
      ? [
          {
            type: 'network',
            id: platform,
            platform,
            username,
            url,
            hidden: !isActive,
            featured: false,
            from: null,
            until: null,
          },
        ]
      : [],
  );
}

/** Returns the public view of a handle in a theme, even if its page is switched off. Account pictures are the fallback. */
export function previewedProfile(
  handle: Handle,
  own: OwnProfile | undefined,
  theme: ThemeId,
  blocks = networkBlocks(handle),
): PublicProfile {
  return {
    username: handle.handle,
    displayName: handle.displayName,
    bio: handle.bio,
    bannerImage: handle.bannerImage ?? own?.bannerUrl ?? null,
    profilePicture: handle.profilePicture ?? own?.avatarUrl ?? null,
    emailVisible: own?.emailVisible !== false,
    socialLinks: handle.socialLinks.filter(({ isActive }) => isActive),
    blocks,
    look: handle.look,
    template: theme,
    themeConfig: THEMES[theme].config,
  };
}
