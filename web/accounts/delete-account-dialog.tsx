import { useQuery } from '@tanstack/react-query';
import { UsersRound, Wallet } from 'lucide-react';
import { Link } from 'react-router';
import { ACCOUNT_GRACE_DAYS, deleteAccount, getAccountDeletion } from '../../contract/accounts/accounts.ts';
import { formatUtcDay } from '../../contract/dates.ts';
import { formatDollars } from '../../contract/payments/cents.ts';
import { teamPages } from '../../contract/teams/paths.ts';
import { send } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { queryOf } from '../api/query-client.ts';
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
  const link = useAction({ mutationFn: () => send(deleteAccount) });

  return (
    <MagicLinkDialog
      open={open}
      onClose={onClose}
      title="Delete your account?"
      description="We email you a link. Once you have confirmed there:"
      sent={link.isSuccess ? sentMessage(email) : undefined}
      errorMessage={link.isError ? errorText(link.error, 'The mail could not be sent. Please try again.') : undefined}
      onRetry={() => link.reset()}
    >
      <ul className="grid list-disc gap-1.5 pl-5 text-soft marker:text-danger">
        <li>Your pages go offline, mail to your handles is refused, and you are signed out everywhere.</li>
        <li>
          For {ACCOUNT_GRACE_DAYS} days, signing in restores everything. After that, everything is permanently erased.
        </li>
        <li>Nobody can claim your handles for a year, so no stranger gets your mail.</li>
      </ul>
      {open && <PaidHandles />}
      {open && <TeamHandles onLeave={onClose} />}
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

const deletionQuery = {
  ...queryOf(getAccountDeletion),
  staleTime: 0,
};

/** The paid handles and their refunds. Renders nothing for an account without paid handles. */
function PaidHandles() {
  const { data } = useQuery(deletionQuery);
  if (!data || data.paidHandles.length === 0) return null;
  return (
    <section
      aria-label="Paid handles"
      className="mt-4 grid gap-2 rounded-control bg-warning-surface px-3.5 py-3 text-sm text-text"
    >
      <p className="flex gap-2.5 font-medium">
        <Wallet className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden />
        You lose the rest of the time that you paid for:
      </p>
      <ul className="grid gap-1 pl-6.5">
        {data.paidHandles.map(({ handle, paidUntil, refundCents }) => (
          <li key={handle} className="wrap-anywhere">
            <Strong>{handle}</Strong>, paid until {formatUtcDay(paidUntil)}.{' '}
            {refundCents > 0
              ? `You get $${formatDollars(refundCents)} back when the account is erased.`
              : 'Nothing is refunded.'}
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * The handles whose members lose access, each with a link to hand it over first. Renders nothing for an account without
 * teams.
 */
function TeamHandles({ onLeave }: { onLeave: () => void }) {
  const { data } = useQuery(deletionQuery);
  if (!data || data.teamHandles.length === 0) return null;
  return (
    <section
      aria-label="Handles with a team"
      className="mt-4 grid gap-2 rounded-control bg-warning-surface px-3.5 py-3 text-sm text-text"
    >
      <p className="flex gap-2.5 font-medium">
        <UsersRound className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden />
        Other people look after these handles with you. They lose access unless you hand the handle over first:
      </p>
      <ul className="flex flex-wrap gap-x-4 pl-6.5">
        {data.teamHandles.map(({ handle }) => (
          <li key={handle} className="min-w-0">
            <Link
              to={`${teamPages.team()}?handle=${encodeURIComponent(handle)}`}
              onClick={onLeave}
              className="inline-flex min-h-11 items-center font-semibold wrap-anywhere text-accent underline"
            >
              Hand over {handle}
            </Link>
          </li>
        ))}
      </ul>
    </section>
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
