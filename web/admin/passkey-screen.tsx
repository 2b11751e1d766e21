import { useQueryClient } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { addPasskey } from '../accounts/shared/add-passkey.ts';
import { confirmWithPasskey } from '../accounts/shared/confirm-with-passkey.ts';
import { passkeyErrorText, supportsPasskeys } from '../accounts/shared/webauthn.ts';
import { failureOf } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { ActionError } from '../ui/action-error.tsx';
import { Button } from '../ui/form/button.tsx';
import { MessageState } from '../ui/message-state.tsx';
import { refreshAdminCheck } from './admin-check.ts';

const TEXTS = {
  enrol: {
    title: 'Add a passkey first',
    about:
      'Administrators sign in here with a passkey: your fingerprint, your face or the lock of your screen. It takes a few seconds, and then the page that you asked for opens.',
    button: 'Add a passkey',
    run: addPasskey,
  },
  confirm: {
    title: 'Confirm with your passkey',
    about: 'The admin area opens after you have used your passkey in this session. An emailed link is not enough here.',
    button: 'Use my passkey',
    run: confirmWithPasskey,
  },
};

/** Replaces an admin screen until the administrator has added a passkey or has used it in this session. */
export function PasskeyScreen({ owed }: { owed: keyof typeof TEXTS }) {
  const client = useQueryClient();
  const { title, about, button, run } = TEXTS[owed];
  const proof = useAction({
    mutationFn: async () => {
      await run();
      await refreshAdminCheck(client);
      // The button is gone.
      document.getElementById('main')?.focus({ preventScroll: true });
    },
    // The administrator may have added a passkey in another tab.
    onError: () => refreshAdminCheck(client),
  });
  return (
    <MessageState
      level={1}
      icon={<Fingerprint aria-hidden />}
      title={title}
      action={
        supportsPasskeys() && (
          <Button variant="brand" size="large" busy={proof.isPending} onClick={() => proof.mutate()}>
            {button}
          </Button>
        )
      }
    >
      <p>{about}</p>
      {!supportsPasskeys() && (
        <p role="alert" className="mt-3 text-danger">
          This browser cannot use passkeys. Please open this page in a current browser.
        </p>
      )}
      <ActionError className="mt-3 justify-center">{failureOf(proof, passkeyErrorText)}</ActionError>
    </MessageState>
  );
}
