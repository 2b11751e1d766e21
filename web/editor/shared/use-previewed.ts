import { useEffect, useMemo, useState } from 'react';
import type { PublicProfile } from '../../../contract/profiles/profiles.ts';
import type { ThemeId } from '../../../contract/profiles/themes.ts';
import { previewedProfile } from '../../profiles/shared/previewed-profile.ts';
import { useEditor } from './editor-context.ts';

/** A picture is loaded once its typed address has not changed for this time (ms), rather than after each letter. */
const ADDRESS_SETTLES_MS = 500;

/** Returns the public view of the handle with the unsaved changes of all tabs. */
export function usePreviewed(): { profile: PublicProfile; theme: ThemeId } {
  const { handle, draft } = useEditor();
  const profilePicture = useSettled(draft.details.profilePicture.trim());
  const bannerImage = useSettled(draft.details.bannerImage.trim());
  const profile = useMemo(() => {
    const { details, blocks, look, template } = draft;
    return previewedProfile(handle, template, {
      displayName: details.displayName || null,
      bio: details.bio || null,
      profilePicture: profilePicture || null,
      bannerImage: bannerImage || null,
      look,
      // Switching forwarding off takes effect with the other details. The server decides what switching it on does.
      acceptsMail: handle.acceptsMail && (details.emailForwarding || !handle.emailForwarding),
      // Visitors do not see what the operator does not allow; hidden and scheduled blocks are left out where the page is drawn.
      blocks: blocks.map(({ block }) => block).filter(({ blocked }) => !blocked),
    });
  }, [draft, handle, profilePicture, bannerImage]);
  return { profile, theme: draft.template };
}

/** Returns a text once it has not changed for ADDRESS_SETTLES_MS. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === settled) return;
    const timer = setTimeout(() => setSettled(text), ADDRESS_SETTLES_MS);
    return () => clearTimeout(timer);
  }, [text, settled]);
  return settled;
}
