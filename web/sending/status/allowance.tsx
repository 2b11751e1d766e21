import { formatCount } from '../../../contract/counts.ts';
import { formatDay } from '../../../contract/dates.ts';
import type { SendingStatus } from '../../../contract/sending/sending.ts';
import { classNames } from '../../ui/class-names.ts';
import { Part } from '../../ui/section.tsx';

/** The number of recipients of a handle, and its limits. */
export function Allowance({ status: { limits, used, plan } }: { status: SendingStatus }) {
  return (
    <Part
      title="Your allowance"
      about={`Recipients that count towards the limits of the ${plan} plan. A message may have ${limits.perMessage} recipients and ${formatMegabytes(limits.size)}.`}
    >
      <ul className="grid gap-4 sm:grid-cols-2 sm:gap-6">
        <Meter label="This hour" used={used.hour} limit={limits.hour} />
        <Meter label="Last 24 hours" used={used.day} limit={limits.day} />
      </ul>
      {limits.reducedUntil && (
        <p className="max-w-[62ch] rounded-control bg-info-surface px-3.5 py-2.5 text-sm">
          <strong className="font-semibold">First week:</strong> until {formatDay(limits.reducedUntil)} a quarter of the
          plan’s limits applies. This keeps spammers away and protects the reputation of your address.
        </p>
      )}
    </Part>
  );
}

function Meter({ label, used, limit }: { label: string; used: number; limit: number }) {
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  const isFull = used >= limit;
  return (
    <li className="flex flex-col justify-end gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <span className="font-medium whitespace-nowrap">{label}</span>
        <span className={classNames('tabular-nums', isFull ? 'font-medium text-danger' : 'text-soft')}>
          {formatCount(used)} of {formatCount(limit)}
          {isFull && ', limit reached'}
        </span>
      </div>
      <div aria-hidden className="h-2 overflow-hidden rounded-full bg-muted">
        <div
          className={classNames(
            'h-full rounded-full transition-[width] duration-150',
            isFull ? 'bg-danger-solid' : share >= 0.8 ? 'bg-warning' : 'bg-accent',
          )}
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </li>
  );
}

function formatMegabytes(bytes: number): string {
  return `${Math.floor(bytes / 1_048_576)} MB`;
}
