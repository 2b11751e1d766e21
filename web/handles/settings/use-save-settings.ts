import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeHandleRequest } from '../../../contract/handles/handle-changes.ts';
import type { Handle } from '../../../contract/handles/handles.ts';
import { calls } from '../../../contract/paths.ts';
import { hasRight } from '../../../contract/teams/roles.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { errorText } from '../../api/error-text.ts';
import { useAction } from '../../api/use-action.ts';
import { overlapping, saveVersioned, VersionConflict } from '../../api/versioned-save.ts';
import { handlesKey, replaceHandle } from '../shared/own-handles.ts';
import { type SettingsValues, valuesOf } from './settings-values.ts';

/** Error messages by field. */
export type FieldErrors = Partial<Record<keyof SettingsValues, string>>;

/** The result of the last save; null before the first one and after a further edit. */
export type SaveResult = { tone: 'success' | 'error'; message: string; emailSent?: boolean } | null;

/** Error codes about the forwarding address that the server sends without field errors. */
const ADDRESS_ERROR_CODES = new Set([
  'email_invalid',
  'own_domain',
  'forwarding_needs_address',
  'same_address',
  'forwarder_limit',
  'too_many_letters',
]);

interface Save {
  /** The handle that the form was filled from. */
  base: Handle;
  changes: ChangeHandleRequest;
  sent: SettingsValues;
}

/** An edit conflict: the stored handle and the fields that both edits changed. */
export interface SettingsConflict {
  current: Handle;
  fields: (keyof SettingsValues)[];
}

/** Saves the changed settings of a handle in one request, and returns the state of the save. */
export function useSaveSettings(handle: Handle, onSaved: (sent: SettingsValues, saved: Handle) => void) {
  const client = useQueryClient();
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({});
  const [result, setResult] = useState<SaveResult>(null);
  const [conflict, setConflict] = useState<SettingsConflict | null>(null);
  const refresh = () => void client.invalidateQueries({ queryKey: handlesKey });

  const { mutate, isPending } = useAction({
    keyOf: ({ changes }: Save) => JSON.stringify(changes),
    mutationFn: ({ base, changes, sent }: Save) =>
      saveVersioned(
        base,
        ({ version }) =>
          call(calls.handle(handle.id), async () => (await import('../../../contract/handles/handles.ts')).handle, {
            method: 'PATCH',
            body: changes,
            version,
          }),
        (current) => overlapsIn(base, current, changes, sent).length > 0,
      ),
    onSuccess: (saved, { changes, sent }) => {
      replaceHandle(client, saved);
      onSaved(sent, saved);
      setResult(savedResult(changes, saved));
      // Every list that shows settings of this handle.
      for (const path of [calls.forwarding(), calls.profile(handle.handle)]) {
        void client.invalidateQueries({ queryKey: [path] });
      }
      refresh();
    },
    onError: (error, { base, changes, sent }) => {
      if (error instanceof VersionConflict && error.current !== null) {
        const current: Handle = error.current;
        setConflict({ current, fields: overlapsIn(base, current, changes, sent) });
        return;
      }
      const found = fieldErrorsOf(error);
      setFieldErrors(found);
      const message = errorText(error, 'Your settings could not be saved. Please try again.');
      setResult({ tone: 'error', message: Object.keys(found).length > 0 ? CHECK_FIELDS : message });
      // The handle was deleted or has another owner now.
      if (error instanceof ApiError && error.status === 404) refresh();
    },
  });

  return {
    fieldErrors,
    result,
    conflict,
    busy: isPending,
    save(base: Handle, changes: ChangeHandleRequest | undefined, sent: SettingsValues) {
      setFieldErrors({});
      setResult(null);
      // An editor sees no address, so that the field is empty.
      if (hasRight(handle.role, 'manage') && sent.emailForwarding && sent.forwardingEmail.trim() === '') {
        setFieldErrors({ forwardingEmail: 'Please enter the address of your real inbox, or switch forwarding off.' });
        setResult({ tone: 'error', message: CHECK_FIELDS });
      } else if (changes) mutate({ base, changes, sent });
      else setResult({ tone: 'success', message: SAVED });
    },
    /** Clears the result and the errors of fields that were edited. */
    clearErrors(fields: string[]) {
      setResult(null);
      setFieldErrors((current) =>
        Object.fromEntries(Object.entries(current).filter(([field]) => !fields.includes(field))),
      );
    },
    closeConflict: () => setConflict(null),
  };
}

function overlapsIn(base: Handle, current: Handle, changes: ChangeHandleRequest, wanted: SettingsValues) {
  const fields = Object.keys(changes) as (keyof SettingsValues)[];
  return overlapping(fields, { base: valuesOf(base), current: valuesOf(current), wanted });
}

const SAVED = 'Settings saved successfully!';
const CHECK_FIELDS = 'Nothing was saved yet: please check the fields marked above.';

function savedResult(changes: ChangeHandleRequest, saved: Handle): SaveResult {
  if (!changes.forwardingEmail || saved.forwardingStatus !== 'pending') return { tone: 'success', message: SAVED };
  return {
    tone: 'success',
    message: `${SAVED} We sent a verification mail to ${saved.forwardingEmail}.`,
    emailSent: true,
  };
}

/** Returns the server's first message for each field. */
function fieldErrorsOf(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  if (error.code && ADDRESS_ERROR_CODES.has(error.code)) return { forwardingEmail: error.serverMessage ?? '' };
  const named = error.fieldErrors.map(({ path, message }) => {
    const field = path.split('.')[0] ?? '';
    return [field === 'emailForwarding' ? 'forwardingEmail' : field, message];
  });
  return Object.fromEntries(named.reverse());
}
