import { formatDay } from '../../../contract/dates.ts';
import { VersionsDialog } from '../../ui/dialog/versions-dialog.tsx';
import { startOfDay } from './days.ts';
import type { AutoReplyConflict as Conflict } from './use-save-auto-reply.ts';
import { type AutoReplyField, type AutoReplyValues, valuesOf } from './values.ts';

const LABELS: Record<AutoReplyField, string> = {
  subject: 'Subject',
  text: 'Text',
  firstDay: 'First day',
  lastDay: 'Last day',
  every: 'Days between two replies',
  audience: 'Recipients',
};

interface AutoReplyConflictProps {
  conflict: Conflict;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Shows the fields that were changed both here and elsewhere, and asks which version to keep. */
export function AutoReplyConflict({ conflict, onKeepMine, onTakeTheirs, onClose }: AutoReplyConflictProps) {
  const theirs = valuesOf(conflict.current);
  return (
    <VersionsDialog
      open
      differences={conflict.fields.map((field) => ({
        label: LABELS[field],
        theirs: displayValue(field, theirs),
        mine: displayValue(field, conflict.save.values),
      }))}
      onKeepMine={onKeepMine}
      onTakeTheirs={onTakeTheirs}
      onClose={onClose}
    />
  );
}

function displayValue(field: AutoReplyField, values: AutoReplyValues): string {
  const value = values[field];
  if (field === 'audience') return value === 'contacts' ? 'People who have written before' : 'Everybody';
  if (field === 'firstDay' || field === 'lastDay') {
    const moment = startOfDay(value);
    return moment === null ? 'None' : formatDay(moment);
  }
  return value || 'Empty';
}
