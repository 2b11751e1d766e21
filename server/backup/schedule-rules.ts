import { parseCronItem } from 'graphile-worker';

const MINUTE_MS = 60_000;
/** The longest time between two backups that is looked at. */
const LOOK_BACK_MS = 62 * 24 * 60 * MINUTE_MS;

/**
 * Returns when a schedule was last due, up to and including the minute of `until`; undefined if that was before `since` or two
 * months ago.
 */
export function lastDue(
  schedule: string,
  until: Date,
  since = new Date(until.getTime() - LOOK_BACK_MS),
): Date | undefined {
  const { match } = parseCronItem({ task: 'backup', match: schedule });
  const first = Math.floor(until.getTime() / MINUTE_MS) * MINUTE_MS;
  for (let time = first; time > since.getTime(); time -= MINUTE_MS) {
    const at = new Date(time);
    const digest = {
      min: at.getUTCMinutes(),
      hour: at.getUTCHours(),
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    };
    if (match(digest)) return at;
  }
  return undefined;
}
