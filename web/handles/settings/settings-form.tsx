import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Handle } from '../../../contract/handles/handles.ts';
import { hasRight } from '../../../contract/teams/roles.ts';
import { LeaveGuard } from '../../ui/dialog/leave-guard.tsx';
import { LinksSection } from './links-section.tsx';
import { MailSection } from './mail-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SaveBar } from './save-bar.tsx';
import type { SectionProps } from './settings-section.tsx';
import { afterSave, changesOf, type SettingsValues, valuesOf } from './settings-values.ts';
import { type SettingsConflict as Conflict, useSaveSettings } from './use-save-settings.ts';

const SettingsConflict = lazy(async () => ({ default: (await import('./settings-conflict.tsx')).SettingsConflict }));

/** The settings form of one handle. Asks before unsaved changes are lost. */
export function SettingsForm({ handle }: { handle: Handle }) {
  const [values, setValues] = useState(() => valuesOf(handle));
  // The handle that the form was filled from: the save sends its version, and a field that differs from it was edited.
  const [base, setBase] = useState(handle);
  const saving = useSaveSettings(handle, (sent, saved) => {
    setBase(saved);
    setValues((current) => afterSave(current, sent, saved));
  });
  const changes = changesOf(base, values);
  useRefetchedHandle(handle, (refetched) => {
    if (changes !== undefined || saving.busy) return;
    setBase(refetched);
    setValues(valuesOf(refetched));
  });
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (Object.keys(saving.fieldErrors).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [saving.fieldErrors]);

  const section: SectionProps = {
    handle,
    values,
    fieldErrors: saving.fieldErrors,
    change(changed) {
      saving.clearErrors(Object.keys(changed));
      setValues((current) => ({ ...current, ...changed }));
    },
  };

  function keepMine({ current }: Conflict) {
    saving.closeConflict();
    setBase(current);
    const next = mergedWith(current);
    setValues(next);
    saving.save(current, changesOf(current, next), next);
  }

  function takeTheirs({ current, fields }: Conflict) {
    saving.closeConflict();
    const stored = valuesOf(current);
    const theirs = Object.fromEntries(fields.map((field) => [field, stored[field]]));
    const next = { ...mergedWith(current), ...theirs };
    setBase(current);
    setValues(next);
    saving.save(current, changesOf(current, next), next);
  }

  /** Returns the stored settings with the edits of this form applied. */
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
      {hasRight(handle.role, 'manage') && <MailSection {...section} />}
      <LinksSection {...section} />
      <SaveBar busy={saving.busy} unsaved={changes !== undefined} result={saving.result} />
      <LeaveGuard active={changes !== undefined} />
      {saving.conflict && (
        <Suspense fallback={null}>
          <SettingsConflict
            conflict={saving.conflict}
            values={values}
            onKeepMine={keepMine}
            onTakeTheirs={takeTheirs}
            onClose={saving.closeConflict}
          />
        </Suspense>
      )}
    </form>
  );
}

/** Calls `onChange` when a refetch returned another version of the handle. */
function useRefetchedHandle(handle: Handle, onChange: (handle: Handle) => void): void {
  const [seen, setSeen] = useState(handle);
  if (handle === seen) return;
  setSeen(handle);
  onChange(handle);
}
