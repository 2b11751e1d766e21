import { ACCOUNT_GRACE_DAYS } from '../../contract/accounts/accounts.ts';
import { calls } from '../../contract/paths.ts';
import { send } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { useAction } from '../api/use-action.ts';
import { DialogActions } from '../ui/dialog/dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { Strong } from '../ui/strong.tsx';
import { MagicLinkDialog } from './shared/magic-link-dialog.tsx';

interface DeleteAccountDialogProps {
  open: boolean;
  email: string;
  onClose: () => void;
}

/** Explains the deletion of an account and emails the link that confirms it. */
export function DeleteAccountDialog({ open, email, onClose }: DeleteAccountDialogProps) {
  const link = useAction({ mutationFn: () => send(calls.account(), { method: 'DELETE' }) });

  return (
    <MagicLinkDialog
      open={open}
      onClose={onClose}
      title="Delete your account?"
      description="We mail you a link. Once you confirm it there:"
      sent={link.isSuccess ? sentMessage(email) : undefined}
      errorMessage={link.isError ? errorText(link.error, 'The mail could not be sent. Please try again.') : undefined}
      onRetry={() => link.reset()}
    >
      <ul className="grid list-disc gap-1.5 pl-5 text-soft marker:text-danger">
        <li>Your pages go offline, mail to your handles is refused, and you are signed out everywhere.</li>
        <li>
          For {ACCOUNT_GRACE_DAYS} days, signing in brings all of it back. After that everything is erased for good.
        </li>
        <li>Nobody can claim your handles for a year, so that no stranger gets your mail.</li>
      </ul>
      <DialogActions>
        <Button variant="ghost" onClick={onClose}>
          Keep my account
        </Button>
        <Button variant="danger" busy={link.isPending} onClick={() => link.mutate()}>
          Send the link
        </Button>
      </DialogActions>
    </MagicLinkDialog>
  );
}

function sentMessage(email: string) {
  return {
    title: 'Check your email',
    closeLabel: 'Got it',
    message: (
      <>
        <p>
          We sent a link to <Strong>{email}</Strong>. Your account is deleted once you confirm it there.
        </p>
        <p className="text-sm">The link works once, within 24 hours. Until then nothing changes.</p>
      </>
    ),
  };
}
