import type pg from 'pg';
import { failureNotice } from '../../../mail/failure-notice.ts';
import type { QueueStore } from '../../../mail/host/queue-store.ts';
import type { Recorder } from '../../../mail/host/recorder.ts';
import type { MailHost } from '../../../mail/host.ts';
import type { Enqueued } from '../../../mail/message/queued-message.ts';
import { type MailOptions, withDefaults } from '../../../mail/options.ts';
import { originalHeaderOf } from '../../../mail/original-header.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { storedBody } from './chunks.ts';
import { type Chosen, copiesOf, makeDue, type QueuedCopy, setHeld, takeCopy } from './operator-store.ts';

const A_BATCH = 200;
/** Seconds a copy is ours while it is deleted. */
const LEASE = 60;
/** RFC 3463: other or undefined mail system status. */
const DELETED = '5.3.0';

/** One page of the queue, and where the next one begins. */
export async function listCopies(
  db: Queryable,
  chosen: Chosen,
  page: { limit: number; after?: string | undefined },
): Promise<{ copies: QueuedCopy[]; next: string | undefined }> {
  const rows = await copiesOf(db, chosen, { ...page, limit: page.limit + 1 });
  const copies = rows.slice(0, page.limit);
  return { copies, next: rows.length > page.limit ? copies.at(-1)?.id : undefined };
}

export async function findCopy(db: Queryable, id: string): Promise<QueuedCopy | undefined> {
  return (await copiesOf(db, { id }, { limit: 1 }))[0];
}

/** Holds copies back until they are released: they are not tried and do not end. Answers how many. */
export async function holdCopies(db: Queryable, chosen: Chosen): Promise<number> {
  return setHeld(db, chosen, true);
}

/** Lets held copies go, and has them tried at once. Answers how many. */
export async function releaseCopies(db: Queryable, chosen: Chosen): Promise<number> {
  const released = await setHeld(db, chosen, false);
  if (released > 0) await makeDue(db, chosen);
  return released;
}

/** Has copies tried at once, but for held ones; answers how many. */
export async function retryCopies(db: Queryable, chosen: Chosen): Promise<number> {
  return makeDue(db, chosen);
}

/** What deleting takes: where the queue is, and how a notice is made. */
export interface Deleting {
  db: Database;
  pool: pg.Pool;
  queue: QueueStore;
  ports: Pick<MailHost, 'clock' | 'signingKey'> & { recorder: Pick<Recorder, 'record'> };
  options: MailOptions;
}

/**
 * Deletes copies for good. With `notify` their senders get a failure notice, where one may be sent. Answers how many are
 * gone, and how many were under way and so are not.
 */
export async function deleteCopies(
  parts: Deleting,
  chosen: Chosen,
  { notify }: { notify: boolean },
): Promise<{ deleted: number; underWay: number }> {
  const counts = { deleted: 0, underWay: 0 };
  let after: string | undefined;
  do {
    const { copies, next } = await listCopies(parts.db, chosen, { limit: A_BATCH, after });
    for (const copy of copies) {
      if (await deleteCopy(parts, copy, notify)) counts.deleted += 1;
      else counts.underWay += 1;
    }
    after = next;
  } while (after !== undefined);
  return counts;
}

async function deleteCopy({ db, pool, queue, ports, options }: Deleting, copy: QueuedCopy, notify: boolean) {
  const lease = await takeCopy(db, copy.id, LEASE);
  if (lease === null) return false;
  // As for any failure: nobody hears of it whose word for the sender we never had, nor about letters of our own.
  const toSender = notify && copy.report_to !== '' && copy.recipient !== '';
  const report = toSender ? await noticeOf() : null;
  const done = await queue.settle(copy.id, lease, { kind: 'failed', text: 'Deleted by the operator', report });
  if (done) {
    ports.recorder.record(copy.id, { step: 'returned', toSender, enhanced: DELETED, text: 'Deleted by the operator' });
  }
  return done;

  async function noticeOf(): Promise<Enqueued> {
    const settings = withDefaults(options);
    return failureNotice(ports, settings, {
      to: copy.report_to,
      recipient: copy.recipient,
      enhanced: DELETED,
      head: await originalHeaderOf(storedBody(pool, copy.message_id, Number(copy.size)), settings.memoryLimit),
      reason: 'The operator of this server has taken this message out of the queue',
    });
  }
}
