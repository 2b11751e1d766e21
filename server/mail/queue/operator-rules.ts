import type pg from 'pg';
import { failureNotice } from '../../../mail/bounces/failure-notice.ts';
import { originalHeaderOf } from '../../../mail/bounces/original-header.ts';
import type { QueueStore } from '../../../mail/host/queue-store.ts';
import type { Recorder } from '../../../mail/host/recorder.ts';
import type { MailHost } from '../../../mail/host.ts';
import type { Enqueued } from '../../../mail/message/queued-message.ts';
import { type MailOptions, withDefaults } from '../../../mail/options.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { storedBody } from './chunks.ts';
import { type CopyFilter, findCopies, leaseCopy, type QueuedCopy, retryCopies, setHeld } from './operator-store.ts';

const BATCH_SIZE = 200;
/** Seconds of the lease under which a copy is deleted. */
const LEASE_SECONDS = 60;
/** RFC 3463 3.4: other or undefined mail system status. */
const DELETED = '5.3.0';

/** Returns one page of the queue, and the id after which the next page begins. */
export async function listCopies(
  db: Queryable,
  filter: CopyFilter,
  page: { limit: number; after?: string | undefined },
): Promise<{ copies: QueuedCopy[]; next: string | undefined }> {
  const rows = await findCopies(db, filter, { ...page, limit: page.limit + 1 });
  const copies = rows.slice(0, page.limit);
  return { copies, next: rows.length > page.limit ? copies.at(-1)?.id : undefined };
}

export async function findCopy(db: Queryable, id: string): Promise<QueuedCopy | undefined> {
  return (await findCopies(db, { id }, { limit: 1 }))[0];
}

/** Holds copies back until they are released: they are not attempted and do not expire. Returns the number of copies. */
export async function holdCopies(db: Queryable, filter: CopyFilter): Promise<number> {
  return setHeld(db, filter, true);
}

/** Releases held copies and makes them due now. Returns the number of copies. */
export async function releaseCopies(db: Queryable, filter: CopyFilter): Promise<number> {
  const released = await setHeld(db, filter, false);
  if (released > 0) await retryCopies(db, filter);
  return released;
}

/** Dependencies of `deleteCopies`: the queue, and the parts of a failure notice. */
export interface DeleteCopiesParts {
  db: Database;
  pool: pg.Pool;
  queue: QueueStore;
  ports: Pick<MailHost, 'clock' | 'signingKey'> & { recorder: Pick<Recorder, 'record'> };
  options: MailOptions;
}

/**
 * Deletes copies permanently. With `notify`, their senders get a failure notice if one may be sent. Returns how many
 * were deleted, and how many were kept because an attempt was running.
 */
export async function deleteCopies(
  parts: DeleteCopiesParts,
  filter: CopyFilter,
  { notify }: { notify: boolean },
): Promise<{ deleted: number; underWay: number }> {
  const counts = { deleted: 0, underWay: 0 };
  let after: string | undefined;
  do {
    const { copies, next } = await listCopies(parts.db, filter, { limit: BATCH_SIZE, after });
    for (const copy of copies) {
      if (await deleteCopy(parts, copy, notify)) counts.deleted += 1;
      else counts.underWay += 1;
    }
    after = next;
  } while (after !== undefined);
  return counts;
}

async function deleteCopy({ db, pool, queue, ports, options }: DeleteCopiesParts, copy: QueuedCopy, notify: boolean) {
  const lease = await leaseCopy(db, copy.id, LEASE_SECONDS);
  if (lease === null) return false;
  // As for any failure, no notice is sent to an unverified sender address (report_to is empty), or for one of our own emails.
  const toSender = notify && copy.report_to !== '' && copy.recipient !== '';
  const report = toSender ? await createNotice() : null;
  const text = 'Deleted by the operator';
  const settled = await queue.settle(copy.id, lease, { kind: 'failed', text, report });
  if (settled === 'lost') return false;
  const { id, group_id: group, member_id: member } = copy;
  const inbox = member === null ? {} : { inbox: member };
  if (group !== null) ports.recorder.record(group, { step: 'failed', enhanced: DELETED, text, ...inbox });
  if (settled === 'settled')
    ports.recorder.record(group ?? id, { step: 'returned', toSender, enhanced: DELETED, text });
  return true;

  async function createNotice(): Promise<Enqueued> {
    const settings = withDefaults(options);
    return failureNotice(ports, settings, {
      to: copy.report_to,
      recipients: [copy.recipient],
      messageId: copy.message_id,
      enhanced: DELETED,
      head: await originalHeaderOf(storedBody(pool, copy.message_id, Number(copy.size)), settings.memoryLimit),
      reason: 'The operator of this server deleted this message from the queue',
    });
  }
}
