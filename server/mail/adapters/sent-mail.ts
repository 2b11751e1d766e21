import type { SentMail } from '../../../mail/host/sent-mail.ts';
import { sentRecipient } from '../../forwarding/delivery-log/shared/sent-recipient-store.ts';
import type { Queryable } from '../../platform/db/database.ts';

/** Looks up mail that handles sent in the delivery log. */
export function createSentMail(db: Queryable): SentMail {
  return { recipientOf: ({ key, id }) => sentRecipient(db, key, id) };
}
