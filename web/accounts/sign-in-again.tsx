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
import { toast } from '../ui/toast/toast-store.ts';
import { checkSession, dismissTrouble } from './session-monitor.ts';
import { OutboxHint } from './shared/outbox-hint.tsx';

const LOOK_AGAIN = 3000;

/** Asks for a new session without leaving the screen, and goes on by itself once there is one, from whatever tab. */
export function SignInAgain({ user }: { user: CurrentUser }) {
  const link = useAction({
    mutationFn: () => send(calls.sendLoginLink(), { method: 'POST', body: { email: user.email } }),
  });
  useReturnOfSession();
  return (
    <Dialog
      open
      onClose={dismissTrouble}
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
              Open the link in the mail to <Strong>{user.email}</Strong> in this browser. This screen goes on by itself,
              with everything you typed.
            </p>
            <OutboxHint />
          </div>
        ) : (
          <p>
            Your session has ended, so nothing was saved. What you typed stays here: we mail a link to{' '}
            <Strong>{user.email}</Strong>, and then you save once more.
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
        <Button variant="ghost" onClick={dismissTrouble}>
          Not now
        </Button>
        <Button variant={link.isSuccess ? 'secondary' : 'brand'} busy={link.isPending} onClick={() => link.mutate()}>
          {link.isSuccess ? 'Send it again' : 'Send Magic Link'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Looks for the session when the person comes back to this tab, and every few seconds while they are here. */
function useReturnOfSession(): void {
  const client = useQueryClient();
  useEffect(() => {
    let isLooking = false;
    const look = async () => {
      if (isLooking || document.visibilityState === 'hidden') return;
      isLooking = true;
      const isBack = await checkSession(client);
      isLooking = false;
      if (isBack) toast({ title: 'You are signed in again', description: 'Please save once more: nothing was lost.' });
    };
    const timer = setInterval(look, LOOK_AGAIN);
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [client]);
}

/** Another account is signed in now: what this screen shows is not theirs, and nothing here may change their things. */
export function OtherAccount({ user, other }: { user: CurrentUser; other: string }) {
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
          This browser is now signed in as <Strong>{other}</Strong>. What you see here belongs to{' '}
          <Strong>{user.email}</Strong> and can no longer be saved.
        </p>
      }
    >
      <DialogActions>
        <Button onClick={reload}>Go on as {other}</Button>
      </DialogActions>
    </Dialog>
  );
}

function Strong({ children }: { children: string }) {
  return <strong className="font-semibold wrap-anywhere text-text">{children}</strong>;
}
