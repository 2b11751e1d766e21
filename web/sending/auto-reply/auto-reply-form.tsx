import { useState } from 'react';
import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import type { AutoReply } from '../../../contract/sending/auto-reply.ts';
import { LeaveGuard } from '../../ui/dialog/leave-guard.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Panel, Part, Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { AutoReplyConflict } from './auto-reply-conflict.tsx';
import { AutoReplyPreview } from './auto-reply-preview.tsx';
import { AutoReplyTest } from './auto-reply-test.tsx';
import { SaveButtons } from './save-buttons.tsx';
import { StateLine } from './state-line.tsx';
import { TextFields } from './text-fields.tsx';
import { type AutoReplyConflict as Conflict, useSaveAutoReply } from './use-save-auto-reply.ts';
import {
  type AutoReplyField,
  type AutoReplyValues,
  afterSave,
  changedFields,
  mergedValues,
  valuesOf,
} from './values.ts';
import { WhenAndWho } from './when-and-who.tsx';

interface AutoReplyFormProps {
  handleId: number;
  address: string;
  record: Forwarding | undefined;
  stored: AutoReply;
}

/** The form of the automatic reply. Asks before unsaved changes are lost. */
export function AutoReplyForm({ handleId, address, record, stored }: AutoReplyFormProps) {
  // The settings that the form was filled from: a field that differs from them was edited.
  const [base, setBase] = useState(stored);
  function showSaved(saved: AutoReply, sent: AutoReplyValues) {
    setBase(saved);
    change(afterSave(values, sent, saved));
    if (saved.enabled !== base.enabled) {
      toast({ title: saved.enabled ? 'Automatic reply is on' : 'Automatic reply is off' });
    } else toast({ title: 'Saved' });
  }
  const saving = useSaveAutoReply(handleId, showSaved, (found) => fail(found));
  const { values, errors, change, fail, form } = useForm(() => valuesOf(stored), {
    busy: saving.busy !== null,
    onChange: saving.clearProblem,
    onSubmit: (entered) => saving.save({ base, values: entered, enabled: true }),
  });
  const isDirty = changedFields(base, values).length > 0;
  useRefetched(stored, (refetched) => {
    if (isDirty || saving.busy) return;
    setBase(refetched);
    change(valuesOf(refetched));
  });

  function resolve({ current, save }: Conflict, theirs: AutoReplyField[]) {
    saving.closeConflict();
    const next = mergedValues(save.base, current, save.values, theirs);
    setBase(current);
    change(next);
    saving.save({ base: current, values: next, enabled: save.enabled });
  }

  const fields = { values, errors, change };
  return (
    <div className="grid grid-cols-1 gap-10 sm:gap-12">
      <Section
        title="Automatic reply"
        about="Replies to mail for this handle. Newsletters, mailing lists and automatic messages never get a reply."
      >
        <form {...form} aria-label="Automatic reply">
          <Panel>
            <StateLine stored={base} />
            <TextFields {...fields} />
            <WhenAndWho {...fields} />
            <SaveButtons
              isOn={base.enabled}
              isDirty={isDirty}
              busy={saving.busy}
              problem={saving.problem}
              onSave={() => saving.save({ base, values, enabled: base.enabled })}
              onTurnOff={() => saving.save({ base, values: valuesOf(base), enabled: false })}
            />
          </Panel>
        </form>
      </Section>
      <Section title="Before you rely on it">
        <Panel>
          <Part title="Preview" about="What a sender gets, with an example name and the current content of the form.">
            <AutoReplyPreview handleId={handleId} subject={values.subject} text={values.text} />
          </Part>
          <AutoReplyTest handleId={handleId} address={address} record={record} isDirty={isDirty} />
        </Panel>
      </Section>
      <LeaveGuard active={isDirty} />
      {saving.conflict && (
        <AutoReplyConflict
          conflict={saving.conflict}
          onKeepMine={() => saving.conflict && resolve(saving.conflict, [])}
          onTakeTheirs={() => saving.conflict && resolve(saving.conflict, saving.conflict.fields)}
          onClose={saving.closeConflict}
        />
      )}
    </div>
  );
}

/** Calls `onChange` when a refetch returned another version. */
function useRefetched(stored: AutoReply, onChange: (stored: AutoReply) => void): void {
  const [seen, setSeen] = useState(stored);
  if (stored === seen) return;
  setSeen(stored);
  onChange(stored);
}
