import { useEffect, useRef, useState } from 'react';
import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import type { AutoReply } from '../../../contract/sending/auto-reply.ts';
import { LeaveGuard } from '../../ui/dialog/leave-guard.tsx';
import { Panel, Part, Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { AutoReplyConflict } from './auto-reply-conflict.tsx';
import { AutoReplyPreview } from './auto-reply-preview.tsx';
import { AutoReplyTest } from './auto-reply-test.tsx';
import { SaveButtons } from './save-buttons.tsx';
import { StateLine } from './state-line.tsx';
import { TextFields } from './text-fields.tsx';
import { type AutoReplyConflict as Conflict, useSaveAutoReply } from './use-save-auto-reply.ts';
import { type AutoReplyField, afterSave, changedFields, mergedValues, valuesOf } from './values.ts';
import { WhenAndWho } from './when-and-who.tsx';

interface AutoReplyFormProps {
  handleId: number;
  address: string;
  record: Forwarding | undefined;
  stored: AutoReply;
}

/** The form of the automatic reply. Asks before unsaved changes are lost. */
export function AutoReplyForm({ handleId, address, record, stored }: AutoReplyFormProps) {
  const [values, setValues] = useState(() => valuesOf(stored));
  // The settings that the form was filled from: a field that differs from them was edited.
  const [base, setBase] = useState(stored);
  const saving = useSaveAutoReply(handleId, (saved, sent) => {
    setBase(saved);
    setValues((current) => afterSave(current, sent, saved));
    if (saved.enabled !== base.enabled) {
      toast({ title: saved.enabled ? 'Automatic reply is on' : 'Automatic reply is off' });
    } else toast({ title: 'Saved' });
  });
  const isDirty = changedFields(base, values).length > 0;
  useRefetched(stored, (refetched) => {
    if (isDirty || saving.busy) return;
    setBase(refetched);
    setValues(valuesOf(refetched));
  });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(saving.errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [saving.errors]);

  function resolve({ current, save }: Conflict, theirs: AutoReplyField[]) {
    saving.closeConflict();
    const next = mergedValues(save.base, current, save.values, theirs);
    setBase(current);
    setValues(next);
    saving.save({ base: current, values: next, enabled: save.enabled });
  }

  const fields = {
    values,
    errors: saving.errors,
    change(changed: Partial<typeof values>) {
      saving.clearErrors(Object.keys(changed));
      setValues((current) => ({ ...current, ...changed }));
    },
  };
  return (
    <div className="grid grid-cols-1 gap-10 sm:gap-12">
      <Section
        title="Automatic reply"
        about="Replies to mail for this handle. Newsletters, mailing lists and automatic messages never get a reply."
      >
        <form
          ref={form}
          noValidate
          aria-label="Automatic reply"
          onSubmit={(event) => {
            event.preventDefault();
            if (!saving.busy) saving.save({ base, values, enabled: true });
          }}
        >
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
          <Part title="Preview" about="What a sender gets, with an example name and what is in the form now.">
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
