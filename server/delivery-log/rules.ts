import type { Delivery, DeliveryEvent, DeliveryPage } from '../../contract/delivery-log.ts';
import { requireOwnedRecord } from '../forwarding/owned-rules.ts';
import type { Queryable } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import {
  deleteAlarmsBefore,
  deleteDeliveriesBefore,
  deliveriesOf,
  deliveriesOfAccount,
  deliveryOf,
  type StoredDelivery,
} from './store.ts';

const DAY = 24 * 3_600_000;
/** As the privacy page says. */
const KEPT_DAYS = 90;
const A_BATCH = 5000;

function wire(row: StoredDelivery): Delivery {
  return {
    id: row.id,
    handleId: row.handle_id ?? 0,
    recipient: row.recipient,
    sender: row.sender,
    author: row.author,
    subject: row.subject,
    client: row.client,
    size: Number(row.size),
    state: row.state as Delivery['state'],
    receivedAt: row.received_at.toISOString(),
    events: inOrder(row.events as unknown as DeliveryEvent[]),
  };
}

/** By time, and each once: a write whose answer was lost has been written again. */
function inOrder(events: DeliveryEvent[]): DeliveryEvent[] {
  const once = [...new Map(events.map((event) => [JSON.stringify(event), event])).values()];
  return once.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** One page of a handle's flights, newest first, and whether there is more. */
export async function listDeliveries(
  db: Queryable,
  accountId: number,
  id: number,
  page: DeliveryPage,
): Promise<{ flights: Delivery[]; more: boolean }> {
  const record = await requireOwnedRecord(db, accountId, id);
  const rows = await deliveriesOf(db, record.handle_id, page);
  return { flights: rows.slice(0, page.limit).map(wire), more: rows.length > page.limit };
}

/** Every flight of an account's handles, oldest first: for the file that a person takes along. */
export async function allDeliveriesOf(db: Queryable, accountId: number): Promise<Delivery[]> {
  return (await deliveriesOfAccount(db, accountId)).map(wire);
}

/** One flight of an owner's handle. Throws `not_found`. */
export async function findDelivery(db: Queryable, accountId: number, id: number, flightId: string): Promise<Delivery> {
  const record = await requireOwnedRecord(db, accountId, id);
  const row = await deliveryOf(db, record.handle_id, flightId);
  if (!row) throw new ApiError('not_found');
  return wire(row);
}

/** Forgets flights and alarms after 90 days, a few thousand at a time so that nothing waits for it. */
export async function deleteOldDeliveries(db: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY);
  while ((await deleteDeliveriesBefore(db, before, A_BATCH)) === A_BATCH);
  await deleteAlarmsBefore(db, before);
}
