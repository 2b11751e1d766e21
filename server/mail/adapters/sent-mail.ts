import type { SentMail } from '../../../mail/host/sent-mail.ts';
import { sentRecipient } from '../../delivery-log/shared/sent-recipient-store.ts';
import type { Queryable } from '../../platform/db/database.ts';

/** What the delivery log knows about mail that handles sent. */
export function createSentMail(db: Queryable): SentMail {
  return { recipientOf: ({ key, id }) => sentRecipient(db, key, id) };
}
