import { DAY } from '../../../contract/time.ts';

/** Returns the number of a day (UTC) since 1970. */
export const dayOf = (time: number): number => Math.floor(time / DAY);

/** Returns a day as a date, such as 2026-11-22. */
export const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);
