import { useEffect, useRef, useState } from 'react';
import type { Handle } from '../../contract/handles.ts';
import { useLeaveGuard } from '../lib/use-leave-guard.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { LinksSection } from './links-section.tsx';
import { MailSection } from './mail-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SaveBar } from './save-bar.tsx';
import type { SectionProps } from './settings-section.tsx';
import { afterSave, changesOf, valuesOf } from './settings-values.ts';
import { useSaveSettings } from './use-save-settings.ts';

/** The settings of one handle. What is typed stays until it is saved or its owner agrees to lose it. */
export function SettingsForm({ handle }: { handle: Handle }) {
  const [values, setValues] = useState(() => valuesOf(handle));
  const saving = useSaveSettings(handle, (sent, saved) => setValues((now) => afterSave(now, sent, saved)));
  const changes = changesOf(handle, values);
  const guard = useLeaveGuard(changes !== undefined);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (Object.keys(saving.faults).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [saving.faults]);

  const section: SectionProps = {
    handle,
    values,
    faults: saving.faults,
    change(some) {
      saving.forget(Object.keys(some));
      setValues((now) => ({ ...now, ...some }));
    },
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label={`Settings of ${handle.handle}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!saving.busy) saving.save(changes, values);
      }}
      className="grid grid-cols-1 gap-4 sm:gap-6 [&_:is(input,textarea,select,button)]:scroll-mb-36"
    >
      <ProfileSection {...section} />
      <MailSection {...section} />
      <LinksSection {...section} />
      <SaveBar busy={saving.busy} unsaved={changes !== undefined} said={saving.said} />
      <ConfirmDialog
        open={guard.asking}
        title="Leave without saving?"
        words={<p>What you changed here is not saved yet and would be lost.</p>}
        doLabel="Leave without saving"
        keepLabel="Stay here"
        onDo={guard.leave}
        onClose={guard.stay}
      />
    </form>
  );
}
