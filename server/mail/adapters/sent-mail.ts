import type { SentMail } from '../../../mail/host/submission-policy.ts';
import { sentRecipient } from '../../forwarding/shared/sent-recipient-store.ts';
import type { Queryable } from '../../platform/db/database.ts';

/** Looks up mail that handles sent in the delivery log. */
export function createSentMail(db: Queryable): SentMail {
  return { recipientOf: ({ key, id }) => sentRecipient(db, key, id) };
}
