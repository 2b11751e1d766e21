import { useQuery, useQueryClient } from '@tanstack/react-query';
import { History, Hourglass } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { SignInAddress as Address } from '../../../contract/accounts/email-change.ts';
import { formatUtcDay } from '../../../contract/dates.ts';
import { pages } from '../../../contract/paths.ts';
import { showFailure } from '../../api/failure.ts';
import { isSessionExpired } from '../../api/use-action.ts';
import { Badge } from '../../ui/badge.tsx';
import { dialogOnDemand } from '../../ui/dialog/dialog-on-demand.tsx';
import { Button } from '../../ui/form/button.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { currentUserQuery } from '../current-user.ts';
import { ListBlock, ListRow, LoadError } from '../security/list-block.tsx';
import { ResendButton } from '../shared/resend-button.tsx';
import { useOnReturn } from '../use-on-return.ts';
import { signInAddressQuery, useCancelChange, useRequestChange } from './address-query.ts';

const ChangeAddressDialog = dialogOnDemand(
  async () => (await import('./change-address-dialog.tsx')).ChangeAddressDialog,
);

/** The sign-in address, its pending change, and the last change while it can still be undone. */
export function SignInAddress({ email }: { email: string }) {
  const client = useQueryClient();
  const { data, isLoadingError, isFetching, refetch } = useQuery(signInAddressQuery);
  const [isChanging, setChanging] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  useOnReturn(async () => {
    const { error } = await refetch();
    // The change has been confirmed elsewhere and has ended this session; the old address no longer signs in.
    if (isSessionExpired(error)) window.location.assign(`${pages.home()}?login`);
  }, Boolean(data?.pending));
  // The links may have been confirmed in this browser, which then has a new session.
  useEffect(() => {
    if (data && data.email !== email) void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
  }, [client, data, email]);

  return (
    <ListBlock
      title="Sign-in address"
      titleRef={title}
      about={
        <>
          The link that we email to <span className="font-medium wrap-anywhere text-text">{email}</span> always signs
          you in. A passkey is quicker.
        </>
      }
      action={
        <Button variant="secondary" onClick={() => setChanging(true)}>
          Change
        </Button>
      }
    >
      {isLoadingError && (
        <LoadError
          message="Changes of your sign-in address could not be loaded."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data?.pending && <Pending pending={data.pending} from={email} onStopped={() => title.current?.focus()} />}
      {data?.changed && <Changed changed={data.changed} />}
      <ChangeAddressDialog open={isChanging} email={email} onClose={() => setChanging(false)} />
    </ListBlock>
  );
}

interface PendingProps {
  pending: NonNullable<Address['pending']>;
  from: string;
  onStopped: () => void;
}

/** The pending change, with the addresses that have not confirmed yet. */
function Pending({ pending, from, onStopped }: PendingProps) {
  const [sent, setSent] = useState(0);
  const resend = useRequestChange(() => {
    setSent((count) => count + 1);
    toast({ title: 'Sent again', description: 'Use the link in the newest email.' });
  });
  const cancel = useCancelChange();
  const missing = [...(pending.oldConfirmed ? [] : [from]), ...(pending.newConfirmed ? [] : [pending.email])];
  return (
    <div className="mt-2">
      <ListRow
        icon={<Hourglass aria-hidden />}
        title={pending.email}
        badge={<Badge tone="warning">Waiting for confirmation</Badge>}
        facts={[
          <span key="missing" className="wrap-anywhere">
            Open the link that we sent to {missing.join(' and to ')}
          </span>,
        ]}
        more={
          <>
            Requested <RelativeTime at={pending.requestedAt} />. The links work for 24 hours.
          </>
        }
        actions={null}
      />
      <div className="flex flex-wrap gap-2 sm:pl-13.5">
        <Button
          variant="secondary"
          busy={cancel.isPending}
          onClick={() => {
            onStopped();
            cancel.mutate();
          }}
        >
          Stop the change
        </Button>
        <ResendButton sent={sent} busy={resend.isPending} onResend={() => resend.mutate(pending.email)} />
      </div>
      <ResendFailure error={resend.error} />
    </div>
  );
}

/** Shows a toast once if the links could not be resent. */
function ResendFailure({ error }: { error: Error | null }) {
  useEffect(() => {
    if (error) showFailure(error, 'The mail could not be sent. Please try again.', 'That did not work');
  }, [error]);
  return null;
}

function Changed({ changed }: { changed: NonNullable<Address['changed']> }) {
  return (
    <div className="mt-2">
      <ListRow
        icon={<History aria-hidden />}
        title={`Changed from ${changed.from}`}
        facts={[formatUtcDay(changed.at)]}
        more={`That address can undo the change until ${formatUtcDay(changed.undoUntil)}. Until then no handle can be handed over.`}
        actions={null}
      />
    </div>
  );
}
