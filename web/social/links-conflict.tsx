import { VersionsDialog } from '../ui/dialog/versions-dialog.tsx';
import { mergeLinks } from './link-list.ts';
import { ShownLinks } from './shared/shown-links.tsx';
import type { LinksConflict as Conflict, useSaveLinks } from './use-save-links.ts';

interface LinksConflictProps {
  conflict: Conflict;
  resolveConflict: ReturnType<typeof useSaveLinks>['resolveConflict'];
}

/** Shows both lists after the links were changed here and in another session. */
export function LinksConflict({ conflict: { base, current, mine }, resolveConflict }: LinksConflictProps) {
  return (
    <VersionsDialog
      open
      differences={[
        {
          label: 'Connected accounts',
          theirs: <ShownLinks links={current.socialLinks} />,
          mine: <ShownLinks links={mine} />,
        },
      ]}
      onKeepMine={() => resolveConflict(mine)}
      onTakeTheirs={() => resolveConflict()}
      onCombine={() => resolveConflict(mergeLinks(base.socialLinks, current.socialLinks, mine))}
      onClose={() => resolveConflict()}
    />
  );
}
