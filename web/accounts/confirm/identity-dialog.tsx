import { KeyRound, Mail, ShieldCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ConfirmedSubject, Proof } from '../../api/confirmation.ts';
import { errorText } from '../../api/error-text.ts';
import { failureOf } from '../../api/failure.ts';
import { useAction } from '../../api/use-action.ts';
import { Dialog, DialogIcon } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Strong } from '../../ui/strong.tsx';
import { useCurrentUser } from '../current-user.ts';
import { confirmWithPasskey } from '../shared/confirm-with-passkey.ts';
import { OutboxHint } from '../shared/outbox-hint.tsx';
import { sendConfirmEmail } from '../shared/sign-in-email.ts';
import { passkeyErrorText, supportsPasskeys } from '../shared/webauthn.ts';
import { CodeForm } from '../sign-in/code-form.tsx';
import { useRecentSignIn } from './use-recent-sign-in.ts';

interface IdentityDialogProps {
  open: boolean;
  proof: Proof;
  subject: ConfirmedSubject;
  onEnd: (isConfirmed: boolean) => void;
  onClose: () => void;
}

/** Requires a confirmation of the user's identity, by passkey or email, before a call is sent again. */
export function IdentityDialog({ open, proof, subject, onEnd, onClose }: IdentityDialogProps) {
  const { data: user } = useCurrentUser();
  const email = user?.email ?? '';
  const needsPasskey = proof === 'passkey_required';
  const onConfirmed = () => onEnd(true);
  const { status, error, retry } = useRecentSignIn(open && !needsPasskey, onConfirmed);
  const passkey = useAction({ mutationFn: confirmWithPasskey, onSuccess: onConfirmed });
  const mail = useAction({
    mutationFn: () => sendConfirmEmail(subject),
  });
  const choices = useRef<HTMLDivElement>(null);
  const isLoaded = status !== undefined;
  // Until the ways to confirm have loaded, Cancel is the only button and has the focus.
  useEffect(() => {
    if (isLoaded) choices.current?.querySelector('button')?.focus();
  }, [isLoaded]);
  const isMailed = mail.isSuccess && !needsPasskey;
  const cancel = (
    <Button variant="ghost" onClick={onClose}>
      Cancel
    </Button>
  );

  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={<DialogIcon tone="brand" icon={ShieldCheck} />}
      title="Confirm it is you"
      description={
        isMailed ? (
          <div role="status" className="grid gap-2">
            <p>
              We sent a code to <Strong>{email}</Strong>. Enter it here to continue where you left off.
            </p>
            <OutboxHint />
          </div>
        ) : (
          <p>
            {needsPasskey
              ? 'Administrators confirm with their passkey.'
              : 'Your last sign-in was a while ago, so please confirm before this change.'}{' '}
            Then you continue where you left off.
          </p>
        )
      }
    >
      {isMailed ? (
        <CodeForm email={email} submitLabel="Confirm" onSignedIn={onConfirmed} secondary={cancel} />
      ) : (
        <>
          <Problem
            text={
              (error !== undefined &&
                errorText(error, 'That did not work. Please check your connection and try again.')) ||
              failureOf(passkey, passkeyErrorText) ||
              (mail.error && errorText(mail.error, 'Failed to send magic link. Please try again.'))
            }
          />
          <div ref={choices} className="grid gap-2.5" aria-busy={!status && error === undefined}>
            {error !== undefined && <Button onClick={retry}>Try Again</Button>}
            {!status && error === undefined && <Skeleton className="h-11 rounded-control" />}
            {status && (status.hasPasskey || needsPasskey) && supportsPasskeys() && (
              <Button variant="brand" busy={passkey.isPending || passkey.isSuccess} onClick={() => passkey.mutate()}>
                <KeyRound aria-hidden /> Use a passkey
              </Button>
            )}
            {status && !needsPasskey && (
              <Button
                variant={status.hasPasskey ? 'secondary' : 'brand'}
                busy={mail.isPending}
                onClick={() => mail.mutate()}
              >
                <Mail aria-hidden /> Email me a code
              </Button>
            )}
            {cancel}
          </div>
        </>
      )}
    </Dialog>
  );
}

function Problem({ text }: { text: string | null | false }) {
  return (
    <div role="alert" className="text-sm text-danger">
      {text && <p className="mb-4">{text}</p>}
    </div>
  );
}
