import type { Delivery, DeliveryEvent, DeliveryPage } from '../../../contract/forwarding/delivery-log.ts';
import { KEPT_DAYS } from '../../../contract/kept-days.ts';
import { deleteOldRows } from '../../held-data/retention.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Target } from '../../platform/http/call-server.ts';
import { type ListedPage, pageOf } from '../../platform/http/paging.ts';
import { requireForwarding } from '../ownership-rules.ts';
import type { StoredEvent } from '../shared/write-deliveries-store.ts';
import { findMembers } from './member-names-store.ts';
import {
  deliveriesById,
  deliveriesOf,
  deliveryOf,
  type ListedPart,
  maintainDeliveryPartitions,
  type StoredDelivery,
} from './store.ts';

/**
 * Maps rows to the deliveries that an account may see. The inbox of a member is named by the member's account. Only the
 * member sees its server, and the server's text, which may contain the address.
 */
export async function toDeliveries(db: Queryable, rows: StoredDelivery[], accountId: number): Promise<Delivery[]> {
  const ids = new Set(rows.flatMap((row) => storedEvents(row).flatMap(({ inbox }) => inbox ?? [])));
  const members = new Map((ids.size === 0 ? [] : await findMembers(db, [...ids])).map((one) => [one.id, one]));
  return rows.map((row) => ({
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
    events: sortedEvents(storedEvents(row).map(visibleEvent)),
  }));

  function visibleEvent({ inbox, ...event }: StoredEvent): DeliveryEvent {
    if (inbox === undefined) return event;
    const member = members.get(inbox);
    const isOurText = event.step !== 'tried' && event.step !== 'delivered';
    const { host: _host, words: _words, ...rest } = event;
    return { ...(isOurText || member?.account_id === accountId ? event : rest), inbox: member?.email ?? null };
  }
}

function storedEvents(row: StoredDelivery): StoredEvent[] {
  return row.events as unknown as StoredEvent[];
}

/** Sorts events by time and drops duplicates, which occur because a write is repeated if its result is lost. */
function sortedEvents(events: DeliveryEvent[]): DeliveryEvent[] {
  const unique = [...new Map(events.map((event) => [JSON.stringify(event), event])).values()];
  return unique.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** Returns one page of the deliveries of a handle, newest first. */
export async function listDeliveries(db: Queryable, at: Target, page: DeliveryPage): Promise<ListedPage<Delivery>> {
  const record = await requireForwarding(db, at);
  return readDeliveries(db, record.handle_id, at.account.id, page);
}

/** Does the same without checking the right to the handle. The inbox of `accountId` is shown in full. */
export async function readDeliveries(
  db: Queryable,
  handleId: number,
  accountId: number,
  page: ListedPart,
): Promise<ListedPage<Delivery>> {
  const { items, next } = pageOf(await deliveriesOf(db, handleId, page), page.limit, (row) => row);
  return { items: await toDeliveries(db, items, accountId), next };
}

/** Returns deliveries of every handle, and those without one, by their ids. */
export async function readDeliveriesById(db: Queryable, ids: string[], accountId: number): Promise<Delivery[]> {
  return toDeliveries(db, await deliveriesById(db, ids), accountId);
}

/** Returns one delivery to a handle of the account. Throws `not_found`. */
export async function findDelivery(db: Queryable, at: Target, deliveryId: string): Promise<Delivery> {
  const record = await requireForwarding(db, at);
  const row = await deliveryOf(db, record.handle_id, deliveryId);
  const [found] = row ? await toDeliveries(db, [row], at.account.id) : [];
  if (!found) throw new ApiError('not_found');
  return found;
}

/**
 * Drops the weeks of the delivery log that contain a delivery of the maximum age in the data dictionary. Then deletes
 * deliveries of that age outside these weeks, and old alarms.
 */
export async function deleteOldDeliveries(db: Queryable, now: Date): Promise<void> {
  await maintainDeliveryPartitions(db, now, KEPT_DAYS.deliveries);
  await deleteOldRows(db, now, 'delivery log');
}
