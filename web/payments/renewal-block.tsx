import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatUtcDay } from '../../contract/dates.ts';
import type { Handle } from '../../contract/handles/handles.ts';
import { isDueForRenewal } from '../../contract/payments/paid-years.ts';
import { supportPages } from '../../contract/support/paths.ts';
import { useSite } from '../api/site.ts';
import { classNames } from '../ui/class-names.ts';
import { dialogOnDemand } from '../ui/dialog/dialog-on-demand.tsx';
import { Button } from '../ui/form/button.tsx';
import { endsSoon, lastGraceDay } from './paid-days.ts';

const RenewDialog = dialogOnDemand(async () => (await import('./renew-dialog.tsx')).RenewDialog);

/** Shows when the paid year of a handle ends, with a button to renew it. Renders nothing for a free handle. */
export function RenewalBlock({ handle }: { handle: Handle }) {
  const [open, setOpen] = useState(false);
  const { paidPlans } = useSite();
  if (handle.paidUntil === undefined || paidPlans === false) return null;
  const now = new Date();
  const { text, urgent } = renewalText(handle.status, handle.paidUntil, now);
  const isOwnerAllowed = handle.status === 'active' || handle.status === 'resting';
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-control px-4 py-3',
        urgent ? 'bg-warning-surface text-warning' : 'border border-border text-soft',
      )}
    >
      <p className="flex min-w-0 flex-1 basis-64 items-start gap-2 text-sm">
        {urgent && <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />}
        <span>
          {text}
          {handle.refundUntil !== undefined && new Date(handle.refundUntil) > now && (
            <>
              {' '}
              You can{' '}
              <Link
                to={supportPages.refund(handle.id)}
                className="font-medium text-accent underline underline-offset-4"
              >
                ask for your money back
              </Link>{' '}
              until {formatUtcDay(handle.refundUntil)}.
            </>
          )}
        </span>
      </p>
      {isOwnerAllowed && isDueForRenewal(new Date(handle.paidUntil), now) && (
        <Button variant={urgent ? 'primary' : 'secondary'} className="max-sm:w-full" onClick={() => setOpen(true)}>
          Renew<span className="sr-only"> {handle.handle}</span>
        </Button>
      )}
      <RenewDialog open={open} handle={handle} onClose={() => setOpen(false)} />
    </div>
  );
}

function renewalText(status: Handle['status'], paidUntil: string, now: Date): { text: string; urgent: boolean } {
  if (status === 'resting') {
    return { text: 'Not renewed: the page is offline and mail is refused until you renew it.', urgent: true };
  }
  if (new Date(paidUntil) <= now) {
    const text = `The year you paid for ended on ${formatUtcDay(paidUntil)}. The handle works until ${lastGraceDay(paidUntil)}, and then it rests.`;
    return { text, urgent: true };
  }
  if (endsSoon(paidUntil, now))
    return { text: `Paid until ${formatUtcDay(paidUntil)}. Renew to keep it.`, urgent: true };
  return { text: `Paid until ${formatUtcDay(paidUntil)}.`, urgent: false };
}
