import { DAY } from '../../contract/time.ts';
import type { Database } from '../platform/db/database.ts';
import {
  deleteAutoReplyRecipientsBefore,
  deleteExpiredTokens,
  deleteNamedContacts,
  deleteReportsBefore,
  deleteUsageBefore,
  removeTokensUnusedSince,
} from './retention-store.ts';

/** The limits and the thresholds look back a day; a few more show administrators what led to a pause. */
const USAGE_DAYS = 8;
/** An automatic reply is repeated to the same sender after 30 days at most. */
const AUTO_REPLY_DAYS = 31;
/** The privacy page states the same number. */
const REPORT_DAYS = 90;
const TOKEN_DAYS = 365;

/** Deletes what sending no longer needs, and expires reply addresses that were not used for a year. */
export async function deleteOldSendingData(db: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY);
  await deleteUsageBefore(db, before(USAGE_DAYS));
  await deleteAutoReplyRecipientsBefore(db, before(AUTO_REPLY_DAYS));
  await deleteReportsBefore(db, before(REPORT_DAYS));
  await removeTokensUnusedSince(db, before(TOKEN_DAYS));
  await deleteNamedContacts(db);
  // Mail processes delete them too, but only when they add one.
  await deleteExpiredTokens(db, now);
}
