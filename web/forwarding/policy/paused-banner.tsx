import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CirclePause } from 'lucide-react';
import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import { errorText } from '../../api/error-text.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/form/button.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { useRefreshForwarding } from '../forwarding-query.ts';
import { switchForwarding } from '../switch-forwarding.ts';
import { policyQuery } from './policy-query.ts';

interface PausedBannerProps {
  record: Forwarding;
  onChangeAddress: () => void;
}

/** Explains why the service paused forwarding and what to do. Renders nothing if it did not. */
export function PausedBanner({ record, onChangeAddress }: PausedBannerProps) {
  const query = policyQuery(record.id);
  const { data } = useQuery(query);
  const client = useQueryClient();
  const refresh = useRefreshForwarding();
  // Turning the switch on again makes the server retry the inbox.
  const tryAgain = useAction({
    mutationFn: () => switchForwarding(record, true),
    onError: (error) =>
      toast({
        title: 'Error',
        description: errorText(error, 'That did not work. Please try again.'),
        variant: 'destructive',
      }),
    onSettled: () => Promise.all([refresh(), client.invalidateQueries({ queryKey: query.queryKey })]),
  });
  if (!data?.paused) return null;
  const inbox = <strong className="font-semibold wrap-anywhere">{record.forwarding_email}</strong>;
  const isGone = data.paused === 'inbox-gone';
  return (
    <div
      role="alert"
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 rounded-card border border-warning/40 bg-warning-surface p-4 sm:p-6"
    >
      <CirclePause className="mt-0.5 size-5 text-warning" aria-hidden />
      <div className="grid gap-4">
        <div className="grid gap-1 text-sm">
          <h2 className="text-base font-semibold">Forwarding is paused</h2>
          {isGone ? (
            <p>
              The server of {inbox} has repeatedly reported that this mailbox does not exist, so we stopped trying. Mail
              to this handle is refused. Use another inbox, or try again once this one works.
            </p>
          ) : (
            <p>
              The owner of {inbox} has used the link in our verification mail to stop mail from us. Mail to this handle
              is refused until you use another inbox.
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2.5">
          <Button onClick={onChangeAddress}>Change the address</Button>
          {isGone && (
            <Button variant="secondary" busy={tryAgain.isPending} onClick={() => tryAgain.mutate()}>
              Try again
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
