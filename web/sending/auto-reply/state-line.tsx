import { CalendarClock, CircleCheck, CircleOff } from 'lucide-react';
import { formatDay } from '../../../contract/dates.ts';
import type { AutoReply } from '../../../contract/sending/auto-reply.ts';
import { Badge } from '../../ui/badge.tsx';
import { stateOf } from './values.ts';

/** Shows whether the reply is sent now, and for how long. */
export function StateLine({ stored }: { stored: AutoReply }) {
  const state = stateOf(stored);
  const { from, until } = stored;
  // The end is the midnight after the last day.
  const lastDay = until && formatDay(Date.parse(until) - 1);
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2 p-4 text-sm text-soft sm:px-6">
      {state === 'off' && (
        <>
          <Badge>
            <CircleOff aria-hidden /> Off
          </Badge>
          Nobody gets an automatic reply.
        </>
      )}
      {state === 'on' && (
        <>
          <Badge tone="success">
            <CircleCheck aria-hidden /> On
          </Badge>
          {lastDay ? `Until the end of ${lastDay}.` : 'Until you turn it off.'}
        </>
      )}
      {state === 'scheduled' && from && (
        <>
          <Badge tone="info">
            <CalendarClock aria-hidden /> Scheduled
          </Badge>
          From {formatDay(from)}
          {lastDay && ` until the end of ${lastDay}`}.
        </>
      )}
      {state === 'ended' && (
        <>
          <Badge>
            <CircleOff aria-hidden /> Ended
          </Badge>
          {lastDay} was the last day. Choose a later one to continue.
        </>
      )}
    </div>
  );
}
