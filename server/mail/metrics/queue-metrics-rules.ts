import type { Database } from '../../platform/db/database.ts';
import { reading } from '../../platform/metrics/reading.ts';
import { readQueueFigures } from '../queue/queue-figures-store.ts';

const queue = reading('mail-queue', [
  { name: 'nameplate_mail_queue', help: 'Copies in the mail queue, at most 100000 in all', labels: ['state'] },
  { name: 'nameplate_mail_queue_oldest_seconds', help: 'Time since the oldest copy was accepted' },
  { name: 'nameplate_mail_queue_overdue_seconds', help: 'How long the most overdue attempt has been due' },
  { name: 'nameplate_mail_queue_paused', help: '1 if the queue is paused' },
]);

/** Measures the mail queue at each scrape. */
export function measureQueue(db: Database): void {
  queue.use(async () => {
    const { oldest, overdue, paused, ...states } = await readQueueFigures(db);
    return {
      nameplate_mail_queue: Object.entries(states).map(([state, value]) => ({ labels: { state }, value })),
      nameplate_mail_queue_oldest_seconds: [{ value: oldest }],
      nameplate_mail_queue_overdue_seconds: [{ value: overdue }],
      nameplate_mail_queue_paused: [{ value: paused ? 1 : 0 }],
    };
  });
}
