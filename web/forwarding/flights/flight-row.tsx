import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { Flight } from '../../../contract/flights.ts';
import { classNames } from '../../ui/class-names.ts';
import { useWatchedFlight } from './flight-query.ts';
import { LOOKS, StateWords, TONE_SURFACE, TONE_TEXT } from './flight-state.tsx';
import { FlightTimeline } from './flight-timeline.tsx';
import { fullMoment, shortMoment } from './moment.ts';
import { isFromOneself, OwnMailNote } from './own-mail-note.tsx';

interface FlightRowProps {
  recordId: number;
  /** Where the handle's mail goes. */
  inbox: string;
  known: Flight;
  isNewest: boolean;
}

/** One mail: who, what, when, and what became of it; opened, its whole way. */
export function FlightRow({ recordId, inbox, known, isNewest }: FlightRowProps) {
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const isOn = isOpen || (isNewest && known.state === 'under-way');
  const { flight = known } = useWatchedFlight(recordId, known.id, { known, isOn });
  const { icon: Icon, tone } = LOOKS[flight.state];
  return (
    <li className="border-b border-border last:border-0">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={() => setOpen(!isOpen)}
          className="grid w-full grid-cols-[2.25rem_minmax(0,1fr)_auto] items-start gap-x-3 px-4 py-3 text-left -outline-offset-2 transition-colors hover:bg-hover/50 sm:px-6"
        >
          <span className={classNames('grid size-9 place-items-center rounded-full', TONE_SURFACE[tone])}>
            <Icon className="size-4.5" aria-hidden />
          </span>
          <span className="grid min-w-0 gap-0.5">
            <span className="font-medium wrap-anywhere">
              {flight.author || flight.sender || 'A notice without sender'}
            </span>
            {flight.author !== '' && flight.author !== flight.sender && (
              <span className="text-xs wrap-anywhere text-soft">
                {flight.sender === '' ? 'sent as a notice' : `sent by ${flight.sender}`}
              </span>
            )}
            {flight.subject !== null && (
              <span className="text-sm wrap-anywhere">{flight.subject || '(no subject)'}</span>
            )}
            <span className={classNames('text-sm font-medium', TONE_TEXT[tone])}>
              <StateWords flight={flight} />
            </span>
          </span>
          <span className="flex items-center gap-1.5 pt-0.5 text-xs whitespace-nowrap text-soft tabular-nums">
            <time dateTime={flight.receivedAt} title={fullMoment(flight.receivedAt)}>
              {shortMoment(flight.receivedAt)}
            </time>
            <ChevronDown
              aria-hidden
              className={classNames('size-4 transition-transform duration-150', isOpen && 'rotate-180')}
            />
          </span>
        </button>
      </h3>
      <div id={detailsId} hidden={!isOpen} className="px-4 pt-2 pb-5 sm:px-6">
        {isOpen && (
          <>
            <FlightTimeline flight={flight} />
            {flight.state === 'delivered' && isFromOneself(flight, inbox) && <OwnMailNote />}
          </>
        )}
      </div>
    </li>
  );
}
