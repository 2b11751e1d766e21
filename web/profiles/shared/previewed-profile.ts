import type { Handle } from '../../../contract/handles/handles.ts';
import type { PublicProfile } from '../../../contract/profiles/profiles.ts';
import { THEMES, type ThemeId } from '../../../contract/profiles/themes.ts';

/** The parts of a page that the editor changes. */
type Shown = Pick<
  PublicProfile,
  'displayName' | 'bio' | 'bannerImage' | 'profilePicture' | 'look' | 'blocks' | 'acceptsMail'
>;

/** Returns the public view of a handle in a theme, even if its page is switched off. Pictures of the owner's account are the fallback. */
export function previewedProfile(handle: Handle, theme: ThemeId, shown: Partial<Shown> = {}): PublicProfile {
  const { displayName, bio, bannerImage, profilePicture, look, blocks, acceptsMail } = {
    ...handle,
    blocks: [],
    ...shown,
  };
  const { account } = handle;
  return {
    username: handle.handle,
    displayName,
    bio,
    bannerImage: bannerImage ?? account.bannerUrl,
    profilePicture: profilePicture ?? account.avatarUrl,
    emailVisible: account.emailVisible,
    acceptsMail,
    socialLinks: handle.socialLinks.filter(({ isActive }) => isActive),
    blocks,
    look,
    template: theme,
    themeConfig: THEMES[theme].config,
  };
}
