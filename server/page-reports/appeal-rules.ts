import type { CaseAction, PageDecision } from '../../contract/page-reports/cases.ts';
import type { ReportReason } from '../../contract/page-reports/page-reports.ts';
import { DAY } from '../../contract/time.ts';
import { lockHandle, requireHandle } from '../handle-access/handle-access.ts';
import type { Database, Queryable } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Target } from '../platform/http/call-server.ts';
import { insertAppeal } from './appeal-store.ts';
import { findOwnCase, lockCase, reasonsOf } from './shared/cases-store.ts';

/** Days in which a decision can be appealed: six months (Regulation (EU) 2022/2065, article 20). */
export const APPEAL_DAYS = 183;
const APPEAL_MS = APPEAL_DAYS * DAY;

/** Returns a decision as the owner of the page sees it, without anything about the reporters. Throws `not_found`. */
export async function readDecision(db: Queryable, at: Target, id: number, now: Date): Promise<PageDecision> {
  await requireHandle(db, at);
  const found = await findOwnCase(db, { accountId: at.account.id, handleId: at.id, id });
  if (!found?.action || !found.decided_at) throw new ApiError('not_found');
  const until = new Date(found.decided_at.getTime() + APPEAL_MS);
  const isAppealable = found.state === 'upheld' && until > now;
  return {
    id: found.id,
    handle: found.handle,
    action: found.action as CaseAction,
    answer: found.owner_answer ?? '',
    decidedAt: found.decided_at.toISOString(),
    reasons: (await reasonsOf(db, found.id)).map(({ reason }) => reason as ReportReason),
    appealUntil: isAppealable ? until.toISOString() : null,
    appeal: found.appealed_at && {
      text: found.appeal_text ?? '',
      at: found.appealed_at.toISOString(),
      outcome: found.state === 'confirmed' || found.state === 'reversed' ? found.state : null,
      answer: found.appeal_answer,
    },
  };
}

/** Submits a decision to an administrator again. Throws `not_found`, or `no_appeal` for a second or late appeal. */
export async function appeal(db: Database, at: Target, id: number, text: string, now: Date): Promise<PageDecision> {
  return db.transaction().execute(async (trx) => {
    await lockHandle(trx, at);
    if (!(await findOwnCase(trx, { accountId: at.account.id, handleId: at.id, id }))) throw new ApiError('not_found');
    const found = await lockCase(trx, id);
    if (!found?.action) throw new ApiError('not_found');
    const isLate = (found.decided_at?.getTime() ?? 0) + APPEAL_MS <= now.getTime();
    if (found.state !== 'upheld' || isLate) throw new ApiError('no_appeal');
    await insertAppeal(trx, id, text, now);
    return readDecision(trx, at, id, now);
  });
}
