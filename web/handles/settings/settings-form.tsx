import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Handle } from '../../../contract/handles.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useLeaveGuard } from '../../ui/dialog/use-leave-guard.ts';
import { LinksSection } from './links-section.tsx';
import { MailSection } from './mail-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SaveBar } from './save-bar.tsx';
import type { SectionProps } from './settings-section.tsx';
import { afterSave, changesOf, type SettingsValues, valuesOf } from './settings-values.ts';
import { type SettingsConflict as Conflict, useSaveSettings } from './use-save-settings.ts';

const SettingsConflict = lazy(async () => ({ default: (await import('./settings-conflict.tsx')).SettingsConflict }));

/** The settings of one handle. What is typed stays until it is saved or its owner agrees to lose it. */
export function SettingsForm({ handle }: { handle: Handle }) {
  const [values, setValues] = useState(() => valuesOf(handle));
  // What the form was filled with: its version guards the save, and what differs from it was changed here.
  const [base, setBase] = useState(handle);
  const saving = useSaveSettings(handle, (sent, saved) => {
    setBase(saved);
    setValues((now) => afterSave(now, sent, saved));
  });
  const changes = changesOf(base, values);
  useNews(handle, (news) => {
    if (changes !== undefined || saving.busy) return;
    setBase(news);
    setValues(valuesOf(news));
  });
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

  function keepMine({ current }: Conflict) {
    saving.endConflict();
    setBase(current);
    const next = mergedWith(current);
    setValues(next);
    saving.save(current, changesOf(current, next), next);
  }

  function takeTheirs({ current, fields }: Conflict) {
    saving.endConflict();
    const stored = valuesOf(current);
    const theirs = Object.fromEntries(fields.map((field) => [field, stored[field]]));
    const next = { ...mergedWith(current), ...theirs };
    setBase(current);
    setValues(next);
    saving.save(current, changesOf(current, next), next);
  }

  /** What is stored now, with everything that was changed here. */
  function mergedWith(current: Handle): SettingsValues {
    const changed = Object.keys(changes ?? {}) as (keyof SettingsValues)[];
    return { ...valuesOf(current), ...Object.fromEntries(changed.map((field) => [field, values[field]])) };
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={`Settings of ${handle.handle}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!saving.busy) saving.save(base, changes, values);
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
        description={<p>What you changed here is not saved yet and would be lost.</p>}
        confirmLabel="Leave without saving"
        cancelLabel="Stay here"
        onConfirm={guard.leave}
        onClose={guard.stay}
      />
      {saving.conflict && (
        <Suspense fallback={null}>
          <SettingsConflict
            conflict={saving.conflict}
            values={values}
            onKeepMine={keepMine}
            onTakeTheirs={takeTheirs}
            onClose={saving.endConflict}
          />
        </Suspense>
      )}
    </form>
  );
}

/** Calls `take` when the list of handles was read afresh and this one is another one than before. */
function useNews(handle: Handle, take: (news: Handle) => void): void {
  const [seen, setSeen] = useState(handle);
  if (handle === seen) return;
  setSeen(handle);
  take(handle);
}
