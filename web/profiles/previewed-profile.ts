import type { Handle } from '../../contract/handles.ts';
import type { OwnProfile, PublicProfile } from '../../contract/profiles.ts';
import { THEMES, type ThemeId } from '../../contract/themes.ts';

/** The public view of a handle in a theme, also of one whose page is switched off. What the handle lacks is the account's. */
export function previewedProfile(handle: Handle, own: OwnProfile | undefined, theme: ThemeId): PublicProfile {
  return {
    username: handle.handle,
    displayName: handle.displayName,
    bio: handle.bio,
    bannerImage: handle.bannerImage ?? own?.bannerUrl ?? null,
    profilePicture: handle.profilePicture ?? own?.avatarUrl ?? null,
    emailVisible: own?.emailVisible !== false,
    socialLinks: handle.socialLinks.filter(({ isActive }) => isActive),
    template: theme,
    themeConfig: THEMES[theme].config,
  };
}
