import { ACCOUNT_GRACE_DAYS } from '../../contract/accounts.ts';
import { calls } from '../../contract/paths.ts';
import { send } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { useAction } from '../api/use-action.ts';
import { Dialog, DialogActions } from '../ui/dialog/dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { failure, success } from '../ui/dialog/outcome-dialog.tsx';
import { OutboxHint } from './shared/outbox-hint.tsx';

interface DeleteAccountDialogProps {
  open: boolean;
  email: string;
  onClose: () => void;
}

/** Says what deleting the account means and has the link mailed that does it. */
export function DeleteAccountDialog({ open, email, onClose }: DeleteAccountDialogProps) {
  const order = useAction({ mutationFn: () => send(calls.account(), { method: 'DELETE' }) });

  if (order.isSuccess) {
    return (
      <Dialog
        open={open}
        {...success({
          title: 'Check your email',
          closeLabel: 'Got it',
          onClose,
          words: (
            <>
              <p>
                We sent a link to <strong className="font-semibold wrap-anywhere text-text">{email}</strong>. Your
                account is deleted once you confirm it there.
              </p>
              <p className="text-sm">The link works once, within 24 hours. Until then nothing changes.</p>
              <OutboxHint />
            </>
          ),
        })}
      />
    );
  }
  if (order.isError) {
    return (
      <Dialog
        open={open}
        {...failure({
          title: 'Oops! Something went wrong',
          onClose,
          onRetry: () => order.reset(),
          words: errorText(order.error, 'The mail could not be sent. Please try again.'),
        })}
      />
    );
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Delete your account?"
      description="We mail you a link. Once you confirm it there:"
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
        <Button variant="danger" busy={order.isPending} onClick={() => order.mutate()}>
          Send the link
        </Button>
      </DialogActions>
    </Dialog>
  );
}
