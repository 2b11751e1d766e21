import type { AppealDecision, CaseDecision } from '../../../contract/page-reports/cases.ts';
import type { DB } from '../../../db/schema.ts';
import { addressOfBlock } from '../../blocks/shared/held-blocks.ts';
import { setBlockHidden } from '../../blocks/shared/hide-block-store.ts';
import { storedBlocksOf } from '../../blocks/shared/stored-blocks-store.ts';
import { orderEmail, orderUnlimitedEmail } from '../../emails/rules.ts';
import { refusesEmails } from '../../forwarding/inbox-rules.ts';
import { profileChanged } from '../../page-changes/page-changes.ts';
import { findCase, lockCase, type StoredCase } from '../../page-reports/shared/cases-store.ts';
import type { ReportEmail } from '../../page-reports/shared/report-email.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { type Actor, recordAction } from '../audit/audit-store.ts';
import { suspendHandleIn, unsuspendHandleIn } from '../suspension/suspension-rules.ts';
import { lockHandle, lockOwner } from '../suspension/suspension-store.ts';
import { reportersOf, storeAppealDecision, storeDecision } from './reports-store.ts';

interface Context {
  db: Database;
  clock: Clock;
}

/**
 * Decides the open reports about a page: performs the action, and orders the emails to the reporters and the owner.
 * Throws `not_found`, `case_decided`, or `not_suspendable`.
 */
export async function decide(
  { db, clock }: Context,
  { actor, id, decision }: { actor: Actor; id: number; decision: CaseDecision },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const found = await lockWithHandle(trx, id, 'open');
    const now = clock();
    const { action, reporterAnswer, ownerAnswer } = decision;
    if (action === 'suspend') {
      await suspendHandleIn(trx, now, { actor, id: found.handle_id, reason: ownerAnswer ?? '' });
    }
    const blockId = action === 'hide-block' ? decision.blockId : null;
    const blockUrl = blockId === null ? null : await hideBlock(trx, found.handle_id, blockId);
    await storeDecision(
      trx,
      id,
      {
        state: action === 'dismiss' ? 'dismissed' : 'upheld',
        action: action === 'dismiss' ? null : action,
        block_id: blockId,
        block_url: blockUrl,
        reporter_answer: reporterAnswer,
        owner_answer: ownerAnswer,
      },
      now,
    );
    await recordAction(trx, {
      actor,
      act: action === 'dismiss' ? 'dismiss page reports' : 'uphold page reports',
      target: { kind: 'page reports', id, name: found.handle },
      reason: ownerAnswer ?? reporterAnswer,
      before: { state: 'open' },
      after: { state: action === 'dismiss' ? 'dismissed' : 'upheld', action, ...(blockId !== null && { blockId }) },
    });
    for (const to of await reportersOf(trx, id))
      await answerReporter(trx, { kind: 'page-report-answer', to, caseId: id }, now);
    if (found.owner_email !== null && ownerAnswer !== null) {
      await orderUnlimitedEmail<ReportEmail>(trx, { kind: 'page-decision', to: found.owner_email, caseId: id });
    }
  });
}

/**
 * Decides an appeal: confirms the decision, or reverses it and undoes its effect. Throws `not_found`, `case_decided`,
 * or `owner_suspended`.
 */
export async function decideAppeal(
  { db, clock }: Context,
  { actor, id, outcome, answer }: { actor: Actor; id: number } & AppealDecision,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const found = await lockWithHandle(trx, id, 'appealed');
    if (outcome === 'reversed') {
      // An administrator may have restored the handle since, or the owner may have deleted the block.
      if (found.action === 'suspend' && found.handle_state === 'suspended') {
        await unsuspendHandleIn(trx, clock, { actor, id: found.handle_id, reason: answer });
      }
      if (found.action === 'hide-block' && found.block_id !== null) {
        const block = { handleId: found.handle_id, blockId: found.block_id, hidden: false };
        if (await setBlockHidden(trx, block)) await profileChanged(trx, found.handle_id);
      }
    }
    const now = clock();
    await storeAppealDecision(trx, id, { outcome, answer }, now);
    await recordAction(trx, {
      actor,
      act: outcome === 'reversed' ? 'reverse page decision' : 'confirm page decision',
      target: { kind: 'page reports', id, name: found.handle },
      reason: answer,
      before: { state: 'appealed' },
      after: { state: outcome },
    });
    if (found.owner_email !== null) {
      await orderUnlimitedEmail<ReportEmail>(trx, { kind: 'page-appeal-answer', to: found.owner_email, caseId: id });
    }
    // If the appeal changes nothing, the reporters need not know.
    if (outcome !== 'reversed') return;
    for (const to of await reportersOf(trx, id))
      await answerReporter(trx, { kind: 'page-report-reversed', to, caseId: id }, now);
  });
}

/** Locks the owner, the handle and the case in this order, as the erasure and the suspension do. */
async function lockWithHandle(trx: Transaction<DB>, id: number, state: 'open' | 'appealed'): Promise<StoredCase> {
  const before = await findCase(trx, id);
  if (!before) throw new ApiError('not_found');
  await lockOwner(trx, before.handle_id);
  await lockHandle(trx, before.handle_id);
  const locked = await lockCase(trx, id);
  // A statement that waited for a lock has read the rows as they were before; this one reads them as they are.
  const found = locked && (await findCase(trx, id));
  if (!found) throw new ApiError('not_found');
  if (found.state !== state) throw new ApiError('case_decided');
  return found;
}

/** Hides a block and returns its address, which identifies it if the owner adds it again. */
async function hideBlock(trx: Transaction<DB>, handleId: number, blockId: string): Promise<string | null> {
  const url = addressOfBlock(await storedBlocksOf(trx, handleId), blockId);
  if (!(await setBlockHidden(trx, { handleId, blockId, hidden: true }))) {
    throw new ApiError('not_found', { message: 'This block is no longer on the page. Please reload.' });
  }
  await profileChanged(trx, handleId);
  return url;
}

type AnswerToReporter = { kind: 'page-report-answer' | 'page-report-reversed'; to: string; caseId: number };

/** Orders the answer to a report; drops it if the inbox has blocked our emails or its quota is used up. */
async function answerReporter(trx: Transaction<DB>, order: AnswerToReporter, now: Date): Promise<void> {
  if (await refusesEmails(trx, order.to)) return;
  try {
    await orderEmail<ReportEmail>(trx, order, now);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'too_many_emails')) throw error;
  }
}
