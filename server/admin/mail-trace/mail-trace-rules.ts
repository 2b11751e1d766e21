import { type AdminDelivery, type AdminMailQuery, messageIdIn } from '../../../contract/admin/mail.ts';
import type { Delivery } from '../../../contract/forwarding/delivery-log.ts';
import { readDeliveries, readDeliveriesById } from '../../forwarding/delivery-log/rules.ts';
import { queuedCopiesOf } from '../../mail/shared/queued-copies-store.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { ListedPage } from '../../platform/http/paging.ts';
import { type Actor, type AuditEntry, recordAction } from '../audit/audit-store.ts';
import { handleDetails } from '../handles/handles-rules.ts';
import { namesOf } from './mail-trace-store.ts';

/** The maximum number of recipients of a message; the numbers of their deliveries follow its id. */
const MAX_RECIPIENTS = 100;
/** The id of no account: inboxes of members are shown as the owner of the handle sees them. */
const NO_MEMBER = 0;

/**
 * Returns the mail of a handle, newest first, or the deliveries of one message. Records in the audit log whose mail was
 * looked at. Throws `not_found`.
 */
export async function traceMail(
  db: Database,
  actor: Actor,
  { handle, id, limit, after, search }: AdminMailQuery,
): Promise<ListedPage<AdminDelivery>> {
  if (handle !== undefined) {
    const name = handle.split('@')[0] ?? '';
    const details = await handleDetails(db, name);
    const page = { limit, after, search };
    const { items, next } = await readDeliveries(db, details.id, NO_MEMBER, page);
    const target = { kind: 'handle', id: details.id, name: details.handle } as const;
    await recordLook(db, { actor, target, after: { ...(search && { search }), ...(after && { after }) } });
    return { items: await toTraced(db, items), next };
  }
  const message = messageIdIn(id ?? '');
  const deliveries = message ? await readDeliveriesById(db, deliveryIdsOf(message), NO_MEMBER) : [];
  if (!message || deliveries.length === 0)
    throw new ApiError('not_found', { message: 'The delivery log has no message with this id.' });
  const items = await toTraced(db, deliveries);
  const handles = [...new Set(items.flatMap((item) => item.handle ?? []))];
  await recordLook(db, { actor, target: { kind: 'mail', id: null, name: message }, after: { handles } });
  return { items, next: undefined };
}

const deliveryIdsOf = (message: string) => [
  message,
  ...Array.from({ length: MAX_RECIPIENTS }, (_, at) => `${message}-${at + 1}`),
];

async function recordLook(db: Database, entry: Omit<AuditEntry, 'act'>): Promise<void> {
  await db.transaction().execute((trx) => recordAction(trx, { ...entry, act: 'look at mail' }));
}

async function toTraced(db: Queryable, deliveries: Delivery[]): Promise<AdminDelivery[]> {
  const names = await namesOf(db, [...new Set(deliveries.map(({ handleId }) => handleId))]);
  const copies = await queuedCopiesOf(
    db,
    deliveries.map(({ id }) => id),
  );
  return deliveries.map(({ subject: _subject, handleId, ...delivery }) => ({
    ...delivery,
    handle: names.get(handleId) ?? null,
    queue: copies
      .filter((copy) => (copy.group_id ?? copy.id) === delivery.id)
      .map((copy) => ({
        id: copy.id,
        attempts: copy.attempts,
        nextAt: copy.next_try_at.toISOString(),
        held: copy.held,
        lastReply: copy.member_id === null ? copy.last_words : null,
      })),
  }));
}
