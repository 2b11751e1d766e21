import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Forwarding } from '../../contract/forwarding.ts';
import type { Handle } from '../../contract/handles.ts';
import { calls } from '../../contract/paths.ts';
import { call, send } from '../lib/api-client.ts';
import { errorWords } from '../lib/error-words.ts';
import { useAct } from '../lib/use-act.ts';
import { forwardingQuery, useRefreshForwarding } from './forwarding-query.ts';
import type { PopupWords } from './popup.tsx';

const AddressDialog = lazy(async () => ({ default: (await import('./address-dialog.tsx')).AddressDialog }));
const RemoveDialog = lazy(async () => ({ default: (await import('./remove-dialog.tsx')).RemoveDialog }));
const Popup = lazy(async () => ({ default: (await import('./popup.tsx')).Popup }));

/** What can be done with a handle's forwarding. */
export interface Acts {
  /** Opens the dialog for the real address; `current` is empty where there is none yet. */
  edit: (handle: Handle, current: string) => void;
  resend: (record: Forwarding) => void;
  toggle: (record: Forwarding, isActive: boolean) => void;
  askRemove: (record: Forwarding) => void;
  /** The record whose verification mail is being sent. */
  resending: number | undefined;
}

type Editing = { handle: Handle; current: string; typed: string; open: boolean };

/** Carries out what the rows ask for, and shows the dialogs and popups that belong to it. */
export function ForwardingActs({ children }: { children: (acts: Acts) => ReactNode }) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const [removing, setRemoving] = useState<{ record: Forwarding; open: boolean } | null>(null);
  const [popup, setPopup] = useState<(PopupWords & { open: boolean }) | null>(null);
  const say = (words: PopupWords) => setPopup({ ...words, open: true });
  const refresh = useRefreshForwarding();
  const toggle = useToggle(say);

  const resend = useAct({
    mutationFn: (record: Forwarding) => send(calls.resendVerification(record.id), { method: 'POST' }),
    onSuccess: () =>
      say({
        tone: 'success',
        message: 'Verification email sent! Please check your email for the verification link.',
      }),
    onError: (error) =>
      say({
        tone: 'error',
        message: errorWords(error, 'An error occurred while sending the verification email.'),
      }),
  });

  const save = useAct({
    mutationFn: ({ handle, typed }: { handle: Handle; typed: string; current: string }) =>
      call(calls.forwarding(), async () => (await import('../../contract/forwarding.ts')).setForwardingAnswer, {
        method: 'POST',
        body: { handleId: handle.id, forwardingEmail: typed },
      }),
    onSuccess: ({ updated }) => {
      say({
        tone: 'success',
        message: updated
          ? 'Email forwarding updated! Check your new email for the verification link.'
          : 'Check your email for the verification link to activate the magic!',
      });
      void refresh();
    },
    onError: (error, retry) =>
      say({ tone: 'error', message: errorWords(error, 'Something went wrong with the email setup.'), retry }),
    onSettled: () => setEditing((shown) => shown && { ...shown, open: false }),
  });

  const remove = useAct({
    mutationFn: (record: Forwarding) => send(calls.deleteForwarding(record.id), { method: 'DELETE' }),
    onSuccess: () => refresh(),
    onError: () => say({ tone: 'error', message: 'An error occurred while removing email forwarding.' }),
    onSettled: () => setRemoving((shown) => shown && { ...shown, open: false }),
  });

  const acts: Acts = {
    edit: (handle, current) => setEditing({ handle, current, typed: '', open: true }),
    resend: (record) => !resend.isPending && resend.mutate(record),
    toggle: (record, isActive) => toggle.mutate({ record, isActive }),
    askRemove: (record) => setRemoving({ record, open: true }),
    resending: resend.isPending ? resend.variables?.id : undefined,
  };

  return (
    <>
      {children(acts)}
      <Suspense fallback={null}>
        {editing && (
          <AddressDialog
            key={`${editing.handle.id} ${editing.typed}`}
            {...editing}
            busy={save.isPending}
            onClose={() => setEditing({ ...editing, open: false })}
            onSave={(typed) => save.mutate({ handle: editing.handle, current: editing.current, typed })}
          />
        )}
        {removing && (
          <RemoveDialog
            {...removing}
            busy={remove.isPending}
            onClose={() => setRemoving({ ...removing, open: false })}
            onRemove={() => remove.mutate(removing.record)}
          />
        )}
        {popup && (
          <Popup
            {...popup}
            onClose={() => setPopup({ ...popup, open: false })}
            onRetry={(retry) => {
              setPopup({ ...popup, open: false });
              setEditing({ ...retry, open: true });
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** Flips the owner's switch at once and takes it back when the server refuses. */
function useToggle(say: (words: PopupWords) => void) {
  const client = useQueryClient();
  const refresh = useRefreshForwarding();
  return useAct({
    mutationFn: ({ record, isActive }: { record: Forwarding; isActive: boolean }) =>
      send(calls.toggleForwarding(record.id), { method: 'PATCH', body: { isActive } }),
    onMutate: ({ record, isActive }) => {
      const before = client.getQueryData(forwardingQuery.queryKey);
      client.setQueryData(forwardingQuery.queryKey, (records) =>
        records?.map((one) => (one.id === record.id ? { ...one, isActive } : one)),
      );
      return before;
    },
    onError: (_error, _asked, before) => {
      client.setQueryData(forwardingQuery.queryKey, before);
      say({ tone: 'error', message: 'An error occurred while updating email forwarding.' });
    },
    onSettled: () => refresh(),
  });
}
