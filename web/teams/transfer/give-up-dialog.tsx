import { useQuery } from '@tanstack/react-query';
import { CircleOff } from 'lucide-react';
import { formatUtcDay } from '../../../contract/dates.ts';
import { GIVE_UP_DAYS, type GiveUpEffect } from '../../../contract/handles/give-up.ts';
import type { Handle } from '../../../contract/handles/handles.ts';
import { GUARANTEE_DAYS } from '../../../contract/payments/paid-years.ts';
import { failureOf } from '../../api/failure.ts';
import { useSite } from '../../api/site.ts';
import { giveUpQuery, useGiveUp } from '../../own-handles/give-up-query.ts';
import { formatDollars } from '../../payments/shared/prices.ts';
import { Dialog, DialogActions, DialogIcon } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Strong } from '../../ui/strong.tsx';
import { toast } from '../../ui/toast/toast-store.ts';

interface GiveUpDialogProps {
  open: boolean;
  handle: Handle;
  onClose: () => void;
}

/** Explains what giving up a handle ends, and gives it up. */
export function GiveUpDialog({ open, handle: { id, handle }, onClose }: GiveUpDialogProps) {
  const { host, mailDomain } = useSite();
  const effect = useQuery({ ...giveUpQuery(id), enabled: open });
  const giveUp = useGiveUp(id, (until) => {
    toast({ title: `You gave up ${handle}`, description: `You can keep it until ${formatUtcDay(until)}.` });
    onClose();
  });
  const failure = failureOf({ error: giveUp.error ?? effect.error });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={<DialogIcon tone="danger" icon={CircleOff} />}
      title={`Give up ${handle}?`}
      description={
        <p>
          <Strong>
            {host}/{handle}
          </Strong>{' '}
          and{' '}
          <Strong>
            {handle}@{mailDomain}
          </Strong>{' '}
          stop immediately. For {GIVE_UP_DAYS} days you can still keep the handle, with everything as it was.
        </p>
      }
    >
      <div className="grid gap-4">
        <ul className="grid list-disc gap-1.5 pl-5 text-sm text-soft marker:text-danger">
          <li>The page goes offline, and mail is refused. Printed QR codes lead nowhere.</li>
          <li>Replies to mail you sent from it, and app passwords, no longer work.</li>
          <li>
            After {GIVE_UP_DAYS} days we delete it all: page and pictures, inboxes, contacts, delivery log, analytics
            and email list.
          </li>
          <li>Nobody can claim the name for a year, not even you, so no stranger gets your mail.</li>
        </ul>
        {effect.data ? <Effect effect={effect.data} /> : !effect.error && <Skeleton className="h-12" />}
        {failure && (
          <p role="alert" className="rounded-control bg-danger-surface px-3.5 py-3 text-sm text-danger">
            {failure}
          </p>
        )}
      </div>
      <DialogActions>
        <Button variant="ghost" onClick={onClose}>
          Keep it
        </Button>
        <Button variant="danger" busy={giveUp.isPending} disabled={!effect.data} onClick={() => giveUp.mutate()}>
          Give it up
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The effect on the team and on the payment. Renders nothing for a free handle without a team. */
function Effect({ effect: { members, paidUntil, refund } }: { effect: GiveUpEffect }) {
  const texts = [
    members > 0 && `${members === 1 ? 'One member of its team loses' : `${members} members of its team lose`} access.`,
    refund > 0 &&
      `You paid $${formatDollars(refund)} within the last ${GUARANTEE_DAYS} days. We return it when the ${GIVE_UP_DAYS} days have passed.`,
    refund === 0 &&
      paidUntil !== null &&
      `It is paid for until ${formatUtcDay(paidUntil)}. The payment is older than ${GUARANTEE_DAYS} days, so nothing is refunded.`,
  ].filter((text) => text !== false);
  if (texts.length === 0) return null;
  return (
    <div className="grid gap-1.5 rounded-control bg-warning-surface px-3.5 py-3 text-sm text-text">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
