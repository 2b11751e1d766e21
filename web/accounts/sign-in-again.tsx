import { useQueryClient } from '@tanstack/react-query';
import { KeyRound, UsersRound } from 'lucide-react';
import type { CurrentUser } from '../../contract/accounts/accounts.ts';
import { errorText } from '../api/error-text.ts';
import { useAction } from '../api/use-action.ts';
import { Dialog, DialogActions, DialogIcon } from '../ui/dialog/dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { Strong } from '../ui/strong.tsx';
import { toast } from '../ui/toast/toast-store.ts';
import { checkSession, dismissSessionProblem } from './session-monitor.ts';
import { OutboxHint } from './shared/outbox-hint.tsx';
import { sendSignInEmail } from './shared/sign-in-email.ts';
import { CodeForm } from './sign-in/code-form.tsx';
import { useOnReturn } from './use-on-return.ts';

/** A dialog above the screen that asks the user to sign in again. Closes once any tab of this browser is signed in. */
export function SignInAgain({ user }: { user: CurrentUser }) {
  const client = useQueryClient();
  const link = useAction({
    mutationFn: () => sendSignInEmail(user.email),
  });
  const resume = async () => {
    const isBack = await checkSession(client);
    if (isBack) toast({ title: 'You are signed in again', description: 'Please save again: nothing was lost.' });
  };
  useOnReturn(resume);
  const notNow = (
    <Button variant="ghost" onClick={dismissSessionProblem}>
      Not now
    </Button>
  );
  return (
    <Dialog
      open
      onClose={dismissSessionProblem}
      icon={<DialogIcon tone="brand" icon={KeyRound} />}
      title={link.isSuccess ? 'Magic Link Sent!' : 'Please sign in again'}
      description={
        link.isSuccess ? (
          <div role="status" className="grid gap-2">
            <p>
              Open the link in the email to <Strong>{user.email}</Strong> in this browser, or enter its code. This
              screen then continues by itself, with everything you typed.
            </p>
            <OutboxHint />
          </div>
        ) : (
          <p>
            Your session has ended, so nothing was saved. Your input stays here. Sign in with the link that we email to{' '}
            <Strong>{user.email}</Strong>, and then save again.
          </p>
        )
      }
    >
      {link.isSuccess ? (
        <CodeForm email={user.email} submitLabel="Sign in" onSignedIn={() => void resume()} secondary={notNow} />
      ) : (
        <>
          {link.isError && (
            <p role="alert" className="text-sm text-danger">
              {errorText(link.error, 'Failed to send magic link. Please try again.')}
            </p>
          )}
          <DialogActions>
            {notNow}
            <Button variant="brand" busy={link.isPending} onClick={() => link.mutate()}>
              Send sign-in link
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

/** Another account is now signed in. The screen shows data of the previous one, so it can only be reloaded. */
export function OtherAccount({ user, otherEmail }: { user: CurrentUser; otherEmail: string }) {
  const reload = () => window.location.reload();
  return (
    <Dialog
      open
      onClose={reload}
      icon={<DialogIcon tone="brand" icon={UsersRound} />}
      title="Another account is signed in"
      description={
        <p>
          This browser is now signed in as <Strong>{otherEmail}</Strong>. This screen belongs to{' '}
          <Strong>{user.email}</Strong> and can no longer be saved.
        </p>
      }
    >
      <DialogActions>
        <Button onClick={reload}>Continue as {otherEmail}</Button>
      </DialogActions>
    </Dialog>
  );
}
