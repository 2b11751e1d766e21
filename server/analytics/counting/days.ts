export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Returns the number of a day (UTC) since 1970. */
export const dayOf = (time: number): number => Math.floor(time / DAY_MS);

/** Returns a day as a date, such as 2026-11-22. */
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
