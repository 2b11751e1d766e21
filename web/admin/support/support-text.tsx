import { Circle, CircleCheck, CircleDot } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SupportState } from '../../../contract/support/support.ts';
import type { Tone } from '../../ui/badge.tsx';

/** The states of a request, with what sets one and what happened then. */
export const STATES: Record<SupportState, { label: string; tone: Tone; icon: ReactNode; act: string; done: string }> = {
  open: { label: 'Open', tone: 'warning', icon: <CircleDot aria-hidden />, act: 'Reopen', done: 'open again' },
  answered: {
    ...{ label: 'Answered', tone: 'success', icon: <CircleCheck aria-hidden /> },
    ...{ act: 'Mark as answered', done: 'marked as answered' },
  },
  closed: { label: 'Closed', tone: 'neutral', icon: <Circle aria-hidden />, act: 'Close request', done: 'closed' },
};

const HOUR = 60;
const DAY = 24 * HOUR;

/** A number of minutes with its two largest units: `25 min`, `3 h 20 min`, `2 d 5 h`. */
export function formatMinutes(minutes: number): string {
  const whole = Math.round(minutes);
  if (whole < 1) return 'under 1 min';
  if (whole < HOUR) return `${whole} min`;
  if (whole < DAY) return joined(Math.floor(whole / HOUR), 'h', whole % HOUR, 'min');
  const hours = Math.round(minutes / HOUR);
  return joined(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

const joined = (large: number, unit: string, small: number, smallUnit: string) =>
  small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smallUnit}`;

/** Minutes from one moment to another. */
export const minutesBetween = (from: string, to: string | Date) =>
  (new Date(to).getTime() - new Date(from).getTime()) / 60_000;
