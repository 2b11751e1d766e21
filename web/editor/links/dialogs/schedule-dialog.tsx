import { CalendarClock } from 'lucide-react';
import type { Block } from '../../../../contract/blocks/blocks.ts';
import { MINUTE } from '../../../../contract/time.ts';
import { Dialog, DialogActions, DialogIcon } from '../../../ui/dialog/dialog.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import type { DraftBlock } from '../../shared/draft.ts';
import { blockTitle } from '../shared/block-title.ts';
import { useSaveBlock } from './use-save-block.ts';

interface ScheduleDialogProps {
  open: boolean;
  onClose: () => void;
  item: DraftBlock;
}

/** Asks when visitors start and stop seeing a block, in the time zone of this device. */
export function ScheduleDialog({ open, onClose, item: { key, block } }: ScheduleDialogProps) {
  const { busy, save } = useSaveBlock(key, onClose, (found) => fail(found));
  const { values, errors, change, fail, form, input } = useForm(
    () => ({ from: localTime(block.from), until: localTime(block.until) }),
    {
      busy,
      onSubmit({ from, until }) {
        if (from !== '' && until !== '' && until <= from) return { until: 'Please choose an end after the start.' };
        save({ ...block, from: utcTime(from), until: utcTime(until) } as Block);
      },
    },
  );

  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={<DialogIcon tone="brand" icon={CalendarClock} />}
      title={`Schedule ${blockTitle(block).title}`}
      description={
        <p>It appears on your page and disappears automatically. Times are in the time zone of this device.</p>
      }
    >
      <form {...form} className="grid grid-cols-1 gap-4">
        {(['from', 'until'] as const).map((name) => (
          <Field key={name} label={`Shown ${name} (optional)`} error={errors[name]}>
            {(control) => <Input {...control} {...input(name)} type="datetime-local" />}
          </Field>
        ))}
        <DialogActions>
          <Button
            variant="ghost"
            disabled={values.from === '' && values.until === ''}
            onClick={() => change({ from: '', until: '' })}
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

/** Returns a time as the value of a `datetime-local` field. */
function localTime(moment: string | null): string {
  if (moment === null) return '';
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}

function utcTime(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString();
}
