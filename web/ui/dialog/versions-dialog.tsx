import { GitCompareArrows } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../form/button.tsx';
import { Dialog, DialogActions, DialogIcon } from './dialog.tsx';

/** One field whose stored value differs from the edited one. */
export interface Difference {
  label: string;
  theirs: ReactNode;
  mine: ReactNode;
}

interface VersionsDialogProps {
  open: boolean;
  differences: Difference[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  /** Left out where the two values cannot be combined. */
  onCombine?: () => void;
  onClose: () => void;
}

/** Shows the stored and the edited values after an edit conflict and asks which to keep. */
export function VersionsDialog({
  open,
  differences,
  onKeepMine,
  onTakeTheirs,
  onCombine,
  onClose,
}: VersionsDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={<DialogIcon tone="brand" icon={GitCompareArrows} />}
      title="This was changed somewhere else"
      description="In another tab or by another person. Your changes are not saved yet. Which version do you want to keep?"
    >
      <dl className="grid grid-cols-1 gap-4">
        {differences.map(({ label, theirs, mine }) => (
          <div key={label} className="grid gap-2">
            <dt className="text-sm font-semibold">{label}</dt>
            <dd className="grid grid-cols-1 gap-2 sm:grid-cols-2">
              <Version name="Stored now">{theirs}</Version>
              <Version name="Yours">{mine}</Version>
            </dd>
          </div>
        ))}
      </dl>
      <DialogActions>
        <Button variant="secondary" onClick={onTakeTheirs}>
          Take theirs
        </Button>
        {onCombine && (
          <Button variant="secondary" onClick={onCombine}>
            Keep both
          </Button>
        )}
        <Button onClick={onKeepMine}>Keep mine</Button>
      </DialogActions>
    </Dialog>
  );
}

function Version({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={name}
      className="max-h-40 min-w-0 overflow-y-auto rounded-control border border-border bg-muted/60 p-3 sm:max-h-72"
    >
      <p className="text-xs font-medium text-soft">{name}</p>
      <div className="mt-1 text-sm wrap-anywhere whitespace-pre-wrap">{children}</div>
    </section>
  );
}
