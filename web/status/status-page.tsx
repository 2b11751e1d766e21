import { Activity, ChevronDown, CircleAlert } from 'lucide-react';
import { formatUtcDay, formatUtcTime } from '../../contract/dates.ts';
import type { RoleAvailability, StatusPageInput } from '../../contract/documents.ts';
import { PlainDocument } from '../site/shared/plain-document.tsx';

const NAMES: Record<RoleAvailability['role'], string> = {
  http: 'Pages and sign-in',
  mail: 'Mail: receiving, forwarding, sending',
  jobs: 'Emails from us, and clean-up',
};

/** The page with the measured availability of each role, without script. */
export function StatusPage({ site, styles, view }: StatusPageInput) {
  const { isRunning, roles } = view;
  return (
    <PlainDocument
      site={site}
      title="Status"
      styles={styles}
      icon={isRunning ? Activity : CircleAlert}
      heading={
        isRunning === null
          ? 'The database cannot be reached'
          : isRunning
            ? 'Everything is running'
            : 'Part of the service is not running'
      }
      text={
        isRunning === null
          ? `Nothing can be measured on ${site.host} at the moment. Recently visited pages are still served. Mail is deferred, and its senders try again later.`
          : `The availability of ${site.host}, measured over the last 90 days.`
      }
      footnote={`Measured on ${formatUtcTime(view.at)}.`}
    >
      <dl className="mt-6 grid grid-cols-1 gap-6 text-start">
        {roles.map((role) => (
          <Role key={role.role} {...role} />
        ))}
      </dl>
      {roles.length > 0 && (
        <p className="mt-6 text-start text-sm text-soft">
          We count the minutes in which at least one process of a part reported to the database, starting with the first
          such minute. Interruptions shorter than a minute are not detected, planned maintenance counts as an
          interruption, and the connection between you and us is not measured. Days are in UTC.
        </p>
      )}
    </PlainDocument>
  );
}

function Role({ role, isRunning, since, minutes, outOf, days }: RoleAvailability) {
  const short = days.filter((day) => day.minutes < day.outOf).reverse();
  return (
    <div>
      <dt className="flex items-baseline justify-between gap-x-4 font-semibold">
        {NAMES[role]}
        <span
          className={`flex shrink-0 items-baseline gap-1.5 text-sm font-medium ${isRunning ? 'text-success' : 'text-danger'}`}
        >
          <span aria-hidden className="size-2 rounded-full bg-current" />
          {isRunning ? 'running' : 'not running'}
        </span>
      </dt>
      <dd className="mt-1 text-sm text-soft">
        {outOf === 0 ? (
          'Not measured yet.'
        ) : (
          <>
            <b className="text-text tabular-nums">{percent(minutes, outOf)}</b> since {since && formatUtcDay(since)}
            {outOf > minutes && `, ${duration(outOf - minutes)} of downtime`}
            <svg
              viewBox={`0 0 ${days.length * 4} 28`}
              className="mt-2 block h-7 w-full"
              aria-hidden
              preserveAspectRatio="none"
            >
              {days.map((day, at) => (
                <rect key={day.day} x={at * 4} width={3} height={28} className={shade(day)} />
              ))}
            </svg>
            <span aria-hidden className="mt-1 flex justify-between text-xs">
              <span>{days.length} days ago</span>
              <span>today</span>
            </span>
            {short.length > 0 && (
              <details className="group mt-1">
                <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1.5 font-medium text-text">
                  Days with interruptions
                  <ChevronDown className="size-4 text-soft group-open:rotate-180" aria-hidden />
                </summary>
                <ul className="grid gap-1 tabular-nums">
                  {short.map(({ day: date, minutes, outOf }) => (
                    <li key={date}>
                      {formatUtcDay(date)}: {percent(minutes, outOf)}, {duration(outOf - minutes)} of downtime
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </>
        )}
      </dd>
    </div>
  );
}

function shade({ minutes, outOf }: RoleAvailability['days'][number]): string {
  if (outOf === 0) return 'fill-border';
  if (minutes === outOf) return 'fill-success';
  return minutes / outOf >= 0.99 ? 'fill-warning' : 'fill-danger';
}

/** Rounds down: 100 % means that no minute is missing. */
function percent(minutes: number, outOf: number): string {
  return `${(Math.floor((minutes / outOf) * 10_000) / 100).toFixed(2)}%`;
}

function duration(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
