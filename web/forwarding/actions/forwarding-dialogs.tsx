import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import { deleteForwarding, postVerification } from '../../../contract/forwarding/forwarding.ts';
import { send } from '../../api/client.ts';
import { fixedErrorText } from '../../api/confirmation.ts';
import { ApiError } from '../../api/error.ts';
import { errorText } from '../../api/error-text.ts';
import { isSessionExpired, useAction } from '../../api/use-action.ts';
import { VersionConflict } from '../../api/versioned-save.ts';
import { dialogOnDemand } from '../../ui/dialog/dialog-on-demand.tsx';
import { forwardingQuery, useRefreshForwarding } from '../forwarding-query.ts';
import { switchForwarding } from '../switch-forwarding.ts';
import type { Acts } from './actions.ts';
import { type PopupText, savedText } from './popup-text.ts';
import { type AddressSave, saveAddress } from './save-address.ts';

const AddressDialog = dialogOnDemand(async () => (await import('./address-dialog.tsx')).AddressDialog);
const RemoveDialog = dialogOnDemand(async () => (await import('./remove-dialog.tsx')).RemoveDialog);
const Popup = dialogOnDemand(async () => (await import('./popup.tsx')).Popup);
const VersionsDialog = dialogOnDemand(async () => (await import('../../ui/dialog/versions-dialog.tsx')).VersionsDialog);

interface ForwardingDialogsProps {
  /** Always true: the code is downloaded with the first action, and stays mounted. */
  open?: boolean;
  onClose: () => void;
  /** Called after each rendering with the current actions. */
  onReady: (acts: Acts) => void;
  onResending: (id: number | undefined) => void;
}

/** Performs the actions of the rows and renders their dialogs and popups. */
export function ForwardingDialogs({ onReady, onResending }: ForwardingDialogsProps) {
  const [editing, setEditing] = useState<(AddressSave & { open: boolean }) | null>(null);
  const [removing, setRemoving] = useState<{ record: Forwarding; open: boolean } | null>(null);
  const [popup, setPopup] = useState<(PopupText & { open: boolean }) | null>(null);
  const showPopup = (text: PopupText) => setPopup({ ...text, open: true });
  /** Shows a failure, except for an ended session: the app then asks to sign in again, above the open dialog. */
  const showFailure = (error: Error, text: Omit<PopupText, 'tone'>) => {
    if (!isSessionExpired(error)) showPopup({ tone: 'error', ...text });
  };
  const refresh = useRefreshForwarding();
  const toggle = useToggle(showFailure);
  /** Refetches the records if the error means that they were changed in another session. */
  const refreshIfStale = (error: Error) => {
    if (error instanceof ApiError && [404, 409, 412].includes(error.status)) void refresh();
  };

  const resend = useAction({
    keyOf: ({ id }: Forwarding) => id,
    mutationFn: (record: Forwarding) => send(postVerification, { id: record.id }),
    onSuccess: () =>
      showPopup({
        tone: 'success',
        message: 'Verification email sent! Please check your email for the verification link.',
      }),
    onError: (error) => {
      showFailure(error, { message: errorText(error, 'An error occurred while sending the verification email.') });
      refreshIfStale(error);
    },
  });

  const save = useAction({
    keyOf: ({ handle, typed }: AddressSave) => `${handle.id} ${typed}`,
    mutationFn: saveAddress,
    onSuccess: (saved, edit) => {
      showPopup(savedText(saved, edit));
      void refresh();
    },
    onError: (error, retry) => {
      if (error instanceof VersionConflict) return;
      showFailure(error, { message: errorText(error, 'Something went wrong with the email setup.'), retry });
      refreshIfStale(error);
    },
    onSettled: (_saved, error) => setEditing((shown) => shown && { ...shown, open: isSessionExpired(error) }),
  });
  const conflict =
    save.error instanceof VersionConflict && save.variables
      ? { stored: save.error.current as Forwarding | null, wanted: save.variables }
      : null;
  const endConflict = () => {
    save.reset();
    void refresh();
  };

  const remove = useAction({
    keyOf: ({ id }: Forwarding) => id,
    mutationFn: ({ id, version }: Forwarding) => send(deleteForwarding, { id, version }),
    onSuccess: () => refresh(),
    onError: (error) => {
      const isChanged = error instanceof ApiError && error.status === 412;
      const message = isChanged
        ? 'The forwarding of this handle was changed elsewhere in the meantime, so nothing was removed. This screen now shows the change. Please check it, and remove the forwarding again if you still want to.'
        : fixedErrorText(error, 'An error occurred while removing email forwarding.');
      showFailure(error, { message });
      refreshIfStale(error);
    },
    onSettled: (_removed, error) => setRemoving((shown) => shown && { ...shown, open: isSessionExpired(error) }),
  });

  const resending = resend.isPending ? resend.variables?.id : undefined;
  useEffect(() => onResending(resending), [onResending, resending]);
  useEffect(() =>
    onReady({
      edit: (handle, record) => setEditing({ handle, record, typed: '', open: true }),
      resend: resend.mutate,
      toggle: (record, isActive) => toggle.mutate({ record, isActive }),
      askRemove: (record) => setRemoving({ record, open: true }),
    }),
  );

  return (
    <>
      {editing && (
        <AddressDialog
          key={`${editing.handle.id} ${editing.typed}`}
          {...editing}
          busy={save.isPending}
          onClose={() => setEditing({ ...editing, open: false })}
          onSave={(typed, replyMode) => save.mutate({ ...editing, typed, replyMode })}
        />
      )}
      {conflict && (
        <VersionsDialog
          open
          differences={[
            {
              label: `Mail to ${conflict.wanted.handle.handle}`,
              theirs: conflict.stored?.forwarding_email ?? 'No forwarding',
              mine: conflict.wanted.typed,
            },
          ]}
          onKeepMine={() => save.mutate({ ...conflict.wanted, record: conflict.stored ?? undefined })}
          onTakeTheirs={endConflict}
          onClose={endConflict}
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
    </>
  );
}

/** Toggles forwarding optimistically and rolls back if the server refuses. */
function useToggle(showFailure: (error: Error, text: Omit<PopupText, 'tone'>) => void) {
  const client = useQueryClient();
  const refresh = useRefreshForwarding();
  return useAction({
    keyOf: ({ record }: { record: Forwarding; isActive: boolean }) => record.id,
    mutationFn: ({ record, isActive }: { record: Forwarding; isActive: boolean }) => switchForwarding(record, isActive),
    onMutate: ({ record, isActive }) => {
      const before = client.getQueryData(forwardingQuery.queryKey);
      client.setQueryData(forwardingQuery.queryKey, (records) =>
        records?.map((item) => (item.id === record.id ? { ...item, isActive } : item)),
      );
      return before;
    },
    onError: (error, _variables, before) => {
      client.setQueryData(forwardingQuery.queryKey, before);
      showFailure(error, {
        message:
          error instanceof VersionConflict
            ? 'The address was changed elsewhere in the meantime, so nothing was switched. Please check it again.'
            : error instanceof ApiError && error.code === 'inbox_stopped'
              ? errorText(error, error.message)
              : fixedErrorText(error, 'An error occurred while updating email forwarding.'),
      });
    },
    onSettled: () => refresh(),
  });
}
