import { VersionsDialog } from '../ui/dialog/versions-dialog.tsx';
import { mergeLinks } from './link-list.ts';
import { ShownLinks } from './shared/shown-links.tsx';
import type { LinksConflict as Conflict, useSaveLinks } from './use-save-links.ts';

interface LinksConflictProps {
  conflict: Conflict;
  settle: ReturnType<typeof useSaveLinks>['settle'];
}

/** Both lists, where the links were changed here and somewhere else. */
export function LinksConflict({ conflict: { base, current, mine }, settle }: LinksConflictProps) {
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
      onKeepMine={() => settle(mine)}
      onTakeTheirs={() => settle()}
      onCombine={() => settle(mergeLinks(base.socialLinks, current.socialLinks, mine))}
      onClose={() => settle()}
    />
  );
}
