import type { Delivery, DeliveryEvent, DeliveryPage } from '../../contract/forwarding/delivery-log.ts';
import { requireForwarding } from '../forwarding/ownership-rules.ts';
import type { Queryable } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { deleteAlarmsBefore, deleteDeliveriesBefore, deliveriesOf, deliveryOf, type StoredDelivery } from './store.ts';

const DAY = 24 * 3_600_000;
/** The privacy page states the same number. */
const RETENTION_DAYS = 90;
const BATCH_SIZE = 5000;

/** Maps a row to the delivery that the API returns. */
export function toDelivery(row: StoredDelivery): Delivery {
  return {
    id: row.id,
    handleId: row.handle_id ?? 0,
    direction: row.direction as Delivery['direction'],
    recipient: row.recipient,
    sender: row.sender,
    author: row.author,
    subject: row.subject,
    client: row.client,
    size: Number(row.size),
    state: row.state as Delivery['state'],
    receivedAt: row.received_at.toISOString(),
    events: sortedEvents(row.events as unknown as DeliveryEvent[]),
  };
}

/** Sorts events by time and drops duplicates: a write is repeated if its result was lost. */
function sortedEvents(events: DeliveryEvent[]): DeliveryEvent[] {
  const unique = [...new Map(events.map((event) => [JSON.stringify(event), event])).values()];
  return unique.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** Returns one page of the deliveries of a handle, newest first, and whether more follow. */
export async function listDeliveries(
  db: Queryable,
  accountId: number,
  id: number,
  page: DeliveryPage,
): Promise<{ deliveries: Delivery[]; more: boolean }> {
  const record = await requireForwarding(db, accountId, id);
  const rows = await deliveriesOf(db, record.handle_id, page);
  return { deliveries: rows.slice(0, page.limit).map(toDelivery), more: rows.length > page.limit };
}

/** Returns one delivery to a handle of the account. Throws `not_found`. */
export async function findDelivery(
  db: Queryable,
  accountId: number,
  id: number,
  deliveryId: string,
): Promise<Delivery> {
  const record = await requireForwarding(db, accountId, id);
  const row = await deliveryOf(db, record.handle_id, deliveryId);
  if (!row) throw new ApiError('not_found');
  return toDelivery(row);
}

/** Deletes deliveries and alarms after 90 days, in batches so that no statement holds its locks for long. */
export async function deleteOldDeliveries(db: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_DAYS * DAY);
  while ((await deleteDeliveriesBefore(db, before, BATCH_SIZE)) === BATCH_SIZE);
  await deleteAlarmsBefore(db, before);
}
