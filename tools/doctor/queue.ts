import { HOUR } from '../../contract/time.ts';
import { mailQueueStatus } from '../../server/admin/queue/queue-rules.ts';
import type { Queryable } from '../../server/platform/db/database.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

/** Age at which the sender of sent mail has been notified of the delay (docs/flow.md). */
const OLD_MS = 4 * HOUR;

/** Checks that the mail queue is not paused, and how long its oldest message has waited. */
export async function checkQueue(db: Queryable, now = new Date()): Promise<Finding[]> {
  const { paused, count, oldest } = await mailQueueStatus(db);
  const waiting = oldest === null ? [] : [waitingFinding(count, now.getTime() - Date.parse(oldest))];
  if (!paused) return [ok('the mail queue runs'), ...waiting];
  const todo = 'inspect it with npm run queue -- list, then run npm run queue -- resume';
  return [wrong(`the mail queue has been paused since ${paused.at}: ${paused.reason}`, todo), ...waiting];
}

function waitingFinding(count: number, ageMs: number): Finding {
  const hours = Math.floor(ageMs / HOUR);
  const what = `${count} ${count === 1 ? 'message waits' : 'messages wait'} in the queue, the oldest for ${hours} h`;
  return ageMs > OLD_MS ? note(`${what}: see npm run queue -- list`) : ok(what);
}
