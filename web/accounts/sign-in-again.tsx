import { useQueryClient } from '@tanstack/react-query';
import { KeyRound, UsersRound } from 'lucide-react';
import { useEffect } from 'react';
import type { CurrentUser } from '../../contract/accounts.ts';
import { calls } from '../../contract/paths.ts';
import { send } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { useAction } from '../api/use-action.ts';
import { Dialog, DialogActions, DialogIcon } from '../ui/dialog/dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { Strong } from '../ui/strong.tsx';
import { toast } from '../ui/toast/toast-store.ts';
import { checkSession, dismissSessionProblem } from './session-monitor.ts';
import { OutboxHint } from './shared/outbox-hint.tsx';

const CHECK_INTERVAL_MS = 3000;

/** Asks to sign in again above the screen; closes itself once any tab of this browser is signed in. */
export function SignInAgain({ user }: { user: CurrentUser }) {
  const link = useAction({
    mutationFn: () => send(calls.sendLoginLink(), { method: 'POST', body: { email: user.email } }),
  });
  useSessionPolling();
  return (
    <Dialog
      open
      onClose={dismissSessionProblem}
      icon={
        <DialogIcon tone="brand">
          <KeyRound aria-hidden />
        </DialogIcon>
      }
      title={link.isSuccess ? 'Magic Link Sent!' : 'Please sign in again'}
      description={
        link.isSuccess ? (
          <div role="status" className="grid gap-2">
            <p>
              Open the link in the email to <Strong>{user.email}</Strong> in this browser. This screen then continues by
              itself, with everything you typed.
            </p>
            <OutboxHint />
          </div>
        ) : (
          <p>
            Your session has ended, so nothing was saved. What you typed stays here: we email a link to{' '}
            <Strong>{user.email}</Strong>, and then you save again.
          </p>
        )
      }
    >
      {link.isError && (
        <p role="alert" className="text-sm text-danger">
          {errorText(link.error, 'Failed to send magic link. Please try again.')}
        </p>
      )}
      <DialogActions>
        <Button variant="ghost" onClick={dismissSessionProblem}>
          Not now
        </Button>
        <Button variant={link.isSuccess ? 'secondary' : 'brand'} busy={link.isPending} onClick={() => link.mutate()}>
          {link.isSuccess ? 'Send it again' : 'Send Magic Link'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Checks for a new session when the tab gets the focus, and every CHECK_INTERVAL_MS while it is visible. */
function useSessionPolling(): void {
  const client = useQueryClient();
  useEffect(() => {
    let isChecking = false;
    const check = async () => {
      if (isChecking || document.visibilityState === 'hidden') return;
      isChecking = true;
      const isBack = await checkSession(client);
      isChecking = false;
      if (isBack) toast({ title: 'You are signed in again', description: 'Please save again: nothing was lost.' });
    };
    const timer = setInterval(check, CHECK_INTERVAL_MS);
    window.addEventListener('focus', check);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', check);
      document.removeEventListener('visibilitychange', check);
    };
  }, [client]);
}

/** Another account is signed in now: the screen shows data of the previous one, so that it can only be reloaded. */
export function OtherAccount({ user, otherEmail }: { user: CurrentUser; otherEmail: string }) {
  const reload = () => window.location.reload();
  return (
    <Dialog
      open
      onClose={reload}
      icon={
        <DialogIcon tone="brand">
          <UsersRound aria-hidden />
        </DialogIcon>
      }
      title="Another account is signed in"
      description={
        <p>
          This browser is now signed in as <Strong>{otherEmail}</Strong>. What you see here belongs to{' '}
          <Strong>{user.email}</Strong> and can no longer be saved.
        </p>
      }
    >
      <DialogActions>
        <Button onClick={reload}>Go on as {otherEmail}</Button>
      </DialogActions>
    </Dialog>
  );
}
