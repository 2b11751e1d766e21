import type { Handle } from '../../contract/handles/handles.ts';
import type { OwnProfile, PublicProfile } from '../../contract/profiles/profiles.ts';
import { THEMES, type ThemeId } from '../../contract/profiles/themes.ts';

/** Returns the public view of a handle in a theme, even if its page is switched off. Account pictures are the fallback. */
export function previewedProfile(handle: Handle, own: OwnProfile | undefined, theme: ThemeId): PublicProfile {
  return {
    username: handle.handle,
    displayName: handle.displayName,
    bio: handle.bio,
    bannerImage: handle.bannerImage ?? own?.bannerUrl ?? null,
    profilePicture: handle.profilePicture ?? own?.avatarUrl ?? null,
    emailVisible: own?.emailVisible !== false,
    socialLinks: handle.socialLinks.filter(({ isActive }) => isActive),
    blocks: [],
    look: handle.look,
    template: theme,
    themeConfig: THEMES[theme].config,
  };
}
