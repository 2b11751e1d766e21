import { CalendarClock } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Block } from '../../../../contract/blocks/blocks.ts';
import { MINUTE } from '../../../../contract/time.ts';
import { Dialog, DialogActions, DialogIcon } from '../../../ui/dialog/dialog.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import type { DraftBlock } from '../../shared/draft.ts';
import { blockTitle } from '../shared/block-title.ts';
import { useSaveBlock } from './use-save-block.ts';

interface ScheduleDialogProps {
  open: boolean;
  onClose: () => void;
  item: DraftBlock;
}

/** Asks from when and until when visitors see a block, in the time zone of this device. */
export function ScheduleDialog({ open, onClose, item: { key, block } }: ScheduleDialogProps) {
  const [from, setFrom] = useState(() => localTime(block.from));
  const [until, setUntil] = useState(() => localTime(block.until));
  const { busy, errors, setErrors, save } = useSaveBlock(key, onClose);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (from !== '' && until !== '' && until <= from) {
      setErrors({ until: 'Please choose an end that is after the start.' });
      return;
    }
    save({ ...block, from: utcTime(from), until: utcTime(until) } as Block);
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={
        <DialogIcon tone="brand">
          <CalendarClock aria-hidden />
        </DialogIcon>
      }
      title={`Schedule ${blockTitle(block).title}`}
      description={<p>It appears and vanishes on your page by itself. Times are those of this device.</p>}
    >
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
        <Moment label="Shown from" value={from} error={errors.from} onChange={setFrom} />
        <Moment
          label="Shown until"
          value={until}
          error={errors.until}
          onChange={(value) => {
            setErrors({});
            setUntil(value);
          }}
        />
        <DialogActions>
          <Button
            variant="ghost"
            disabled={from === '' && until === ''}
            onClick={() => {
              setFrom('');
              setUntil('');
              setErrors({});
            }}
          >
            Always
          </Button>
          <Button type="submit" variant="brand" busy={busy}>
            Save Schedule
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface MomentProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function Moment({ label, value, error, onChange }: MomentProps) {
  return (
    <Field label={`${label} (optional)`} error={error}>
      {(control) => (
        <Input {...control} type="datetime-local" value={value} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}

/** Returns a moment as the value of a `datetime-local` field. */
function localTime(moment: string | null): string {
  if (moment === null) return '';
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}

function utcTime(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString();
}
