import type { Handle } from '../../../contract/handles/handles.ts';
import type { OwnProfile, PublicProfile } from '../../../contract/profiles/profiles.ts';
import { THEMES, type ThemeId } from '../../../contract/profiles/themes.ts';

/** What the page shows and the editor changes. */
type Shown = Pick<PublicProfile, 'displayName' | 'bio' | 'bannerImage' | 'profilePicture' | 'look' | 'blocks'>;

/** Returns the public view of a handle in a theme, even if its page is switched off. Account pictures are the fallback. */
export function previewedProfile(
  handle: Handle,
  own: OwnProfile | undefined,
  theme: ThemeId,
  shown: Partial<Shown> = {},
): PublicProfile {
  const { displayName, bio, bannerImage, profilePicture, look, blocks } = { ...handle, blocks: [], ...shown };
  return {
    username: handle.handle,
    displayName,
    bio,
    bannerImage: bannerImage ?? own?.bannerUrl ?? null,
    profilePicture: profilePicture ?? own?.avatarUrl ?? null,
    emailVisible: own?.emailVisible !== false,
    socialLinks: handle.socialLinks.filter(({ isActive }) => isActive),
    blocks,
    look,
    template: theme,
    themeConfig: THEMES[theme].config,
  };
}
