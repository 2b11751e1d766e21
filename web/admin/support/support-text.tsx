import { Circle, CircleCheck, CircleDot } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SupportState } from '../../../contract/support/support.ts';
import { DAY_MINUTES, HOUR_MINUTES, MINUTE } from '../../../contract/time.ts';
import type { Tone } from '../../ui/badge.tsx';

/** The states of a request. `act` labels the button that sets one, and `done` reports it. */
export const STATES: Record<SupportState, { label: string; tone: Tone; icon: ReactNode; act: string; done: string }> = {
  open: { label: 'Open', tone: 'warning', icon: <CircleDot aria-hidden />, act: 'Reopen', done: 'open again' },
  answered: {
    label: 'Answered',
    tone: 'success',
    icon: <CircleCheck aria-hidden />,
    act: 'Mark as answered',
    done: 'marked as answered',
  },
  closed: { label: 'Closed', tone: 'neutral', icon: <Circle aria-hidden />, act: 'Close request', done: 'closed' },
};

/** A number of minutes with its two largest units: `25 min`, `3 h 20 min`, `2 d 5 h`. */
export function formatMinutes(minutes: number): string {
  const whole = Math.round(minutes);
  if (whole < 1) return 'under 1 min';
  if (whole < HOUR_MINUTES) return `${whole} min`;
  if (whole < DAY_MINUTES) return joined(Math.floor(whole / HOUR_MINUTES), 'h', whole % HOUR_MINUTES, 'min');
  const hours = Math.round(minutes / HOUR_MINUTES);
  return joined(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

const joined = (large: number, unit: string, small: number, smallUnit: string) =>
  small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smallUnit}`;

/** Returns the minutes between two times. */
export const minutesBetween = (from: string, to: string | Date) =>
  (new Date(to).getTime() - new Date(from).getTime()) / MINUTE;
