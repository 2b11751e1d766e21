import { formPages } from '../../../contract/page-forms/paths.ts';
import type { Audience, Subscriber } from '../../../contract/page-forms/subscribers.ts';
import { recordActivity } from '../../activity/shared/record-activity-store.ts';
import { offeredForm } from '../../blocks/forms/form-page-rules.ts';
import { lockHandle, requireHandle } from '../../handle-access/handle-access.ts';
import type { Database } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Target } from '../../platform/http/call-server.ts';
import { csvRow } from '../../platform/http/csv.ts';
import { type ListedPage, pageOf } from '../../platform/http/paging.ts';
import { listToken } from '../list/list-token-rules.ts';
import { confirmedSubscribers, countSubscribers, deleteSubscriber, type SubscriberPage } from './audience-store.ts';

/** Subscribers in memory at a time during an export. */
const BATCH_SIZE = 500;

type Row = Awaited<ReturnType<typeof confirmedSubscribers>>[number];

const toSubscriber = (row: Row): Subscriber => ({
  id: row.id,
  email: row.email,
  wording: row.wording,
  requestedAt: row.requested_at.toISOString(),
  confirmedAt: row.confirmed_at.toISOString(),
});

/** Returns a page of the confirmed subscribers of a handle. */
export async function listSubscribers(db: Database, at: Target, page: SubscriberPage): Promise<ListedPage<Subscriber>> {
  const { id } = await requireHandle(db, at);
  return pageOf(await confirmedSubscribers(db, id, page), page.limit, toSubscriber);
}

/** Returns how many people are on the list of a handle, and whether its page has the form. */
export async function audienceOf({ db, now }: { db: Database; now: Date }, at: Target): Promise<Audience> {
  const { id, handle } = await requireHandle(db, at);
  const form = await offeredForm(db, handle, 'subscribe', now);
  return { total: await countSubscribers(db, id), isOffered: form !== null };
}

/** Removes a subscriber from the list of a handle without notifying the person. Throws `not_found`. */
export async function removeSubscriber(db: Database, at: Target, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const handle = await lockHandle(trx, at);
    if (!(await deleteSubscriber(trx, handle.id, id))) throw new ApiError('not_found');
    await recordActivity(trx, { handleId: handle.id, accountId: at.account.id }, { action: 'subscriber.removed' });
  });
}

/**
 * Records an export. Returns the name of the handle and its list as CSV, whose rows are read as they are sent. Each row
 * has the address with which the subscriber can unsubscribe, for use in the owner's emails.
 */
export async function exportAudience(
  { db, secrets, origin }: { db: Database; secrets: string[]; origin: string },
  at: Target,
): Promise<{ handle: string; rows: AsyncGenerator<string> }> {
  const { id, handle } = await db.transaction().execute(async (trx) => {
    const found = await lockHandle(trx, at);
    await recordActivity(trx, { handleId: found.id, accountId: at.account.id }, { action: 'subscribers.exported' });
    return found;
  });
  return { handle, rows: csvOf(id) };

  async function* csvOf(owned: number): AsyncGenerator<string> {
    yield csvRow(['Email', 'Confirmed', 'Requested', 'Wording', 'Unsubscribe']);
    let after: string | undefined;
    do {
      const rows = await confirmedSubscribers(db, owned, { limit: BATCH_SIZE, after });
      const batch = rows.slice(0, BATCH_SIZE);
      // One chunk for each batch: writing every row separately costs more than reading it.
      if (batch.length > 0) yield batch.map(csvOfSubscriber).join('');
      after = rows.length > BATCH_SIZE ? batch.at(-1)?.id : undefined;
    } while (after !== undefined);
  }

  function csvOfSubscriber(row: Row): string {
    const { email, confirmedAt, requestedAt, wording } = toSubscriber(row);
    return csvRow([email, confirmedAt, requestedAt, wording, origin + formPages.leaveList(listToken(secrets, row.id))]);
  }
}
