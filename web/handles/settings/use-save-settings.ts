import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeHandleRequest } from '../../../contract/handle-changes.ts';
import type { Handle } from '../../../contract/handles.ts';
import { calls } from '../../../contract/paths.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { errorText } from '../../api/error-text.ts';
import { useAction } from '../../api/use-action.ts';
import { overlapping, saveVersioned, VersionConflict } from '../../api/versioned-save.ts';
import { handlesKey, replaceHandle } from '../shared/own-handles.ts';
import { type SettingsValues, valuesOf } from './settings-values.ts';

/** What is wrong, by the field's name. */
export type FieldErrors = Partial<Record<keyof SettingsValues, string>>;

/** How the last save went; nothing once something was changed since. */
export type SaveResult = { tone: 'success' | 'error'; words: string; mailed?: boolean } | null;

/** Failures that are about the address, where the server names no field. */
const ABOUT_ADDRESS = new Set([
  'email_invalid',
  'own_domain',
  'forwarding_needs_address',
  'same_address',
  'forwarder_limit',
  'too_many_letters',
]);

interface Save {
  /** What the form was filled with. */
  base: Handle;
  changes: ChangeHandleRequest;
  sent: SettingsValues;
}

/** A save that met another one: the fields that both changed. */
export interface SettingsConflict {
  current: Handle;
  fields: (keyof SettingsValues)[];
}

/** Saves what was changed of a handle, all of it or nothing, and tells how it went. */
export function useSaveSettings(handle: Handle, onSaved: (sent: SettingsValues, saved: Handle) => void) {
  const client = useQueryClient();
  const [faults, setFaults] = useState<FieldErrors>({});
  const [said, setSaid] = useState<SaveResult>(null);
  const [conflict, setConflict] = useState<SettingsConflict | null>(null);
  const refresh = () => void client.invalidateQueries({ queryKey: handlesKey });

  const { mutate, isPending } = useAction({
    keyOf: ({ changes }: Save) => JSON.stringify(changes),
    mutationFn: ({ base, changes, sent }: Save) =>
      saveVersioned(
        base,
        ({ version }) =>
          call(calls.handle(handle.id), async () => (await import('../../../contract/handles.ts')).handle, {
            method: 'PATCH',
            body: changes,
            version,
          }),
        (current) => overlapsIn(base, current, changes, sent).length > 0,
      ),
    onSuccess: (saved, { changes, sent }) => {
      replaceHandle(client, saved);
      onSaved(sent, saved);
      setSaid(savedWords(changes, saved));
      // Every list that shows something of it.
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
      const found = faultsIn(error);
      setFaults(found);
      const words = errorText(error, 'Your settings could not be saved. Please try again.');
      setSaid({ tone: 'error', words: Object.keys(found).length > 0 ? CHECK : words });
      // It is gone, or no longer theirs.
      if (error instanceof ApiError && error.status === 404) refresh();
    },
  });

  return {
    faults,
    said,
    conflict,
    busy: isPending,
    save(base: Handle, changes: ChangeHandleRequest | undefined, sent: SettingsValues) {
      setFaults({});
      setSaid(null);
      if (sent.emailForwarding && sent.forwardingEmail.trim() === '') {
        setFaults({ forwardingEmail: 'Please enter the address of your real inbox, or switch forwarding off.' });
        setSaid({ tone: 'error', words: CHECK });
      } else if (changes) mutate({ base, changes, sent });
      else setSaid({ tone: 'success', words: SAVED });
    },
    /** What was said of these fields no longer holds: they were changed. */
    forget(fields: string[]) {
      setSaid(null);
      setFaults((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !fields.includes(field))));
    },
    endConflict: () => setConflict(null),
  };
}

function overlapsIn(base: Handle, current: Handle, changes: ChangeHandleRequest, wanted: SettingsValues) {
  const fields = Object.keys(changes) as (keyof SettingsValues)[];
  return overlapping(fields, { base: valuesOf(base), current: valuesOf(current), wanted });
}

const SAVED = 'Settings saved successfully!';
const CHECK = 'Nothing was saved yet: please look at what is marked above.';

function savedWords(changes: ChangeHandleRequest, saved: Handle): SaveResult {
  if (!changes.forwardingEmail || saved.forwardingStatus !== 'pending') return { tone: 'success', words: SAVED };
  return {
    tone: 'success',
    words: `${SAVED} We sent a verification mail to ${saved.forwardingEmail}.`,
    mailed: true,
  };
}

/** The server's words for each field that it names; the first for each. */
function faultsIn(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  if (error.code && ABOUT_ADDRESS.has(error.code)) return { forwardingEmail: error.serverMessage ?? '' };
  const named = error.fieldErrors.map(({ path, message }) => {
    const field = path.split('.')[0] ?? '';
    return [field === 'emailForwarding' ? 'forwardingEmail' : field, message];
  });
  return Object.fromEntries(named.reverse());
}
