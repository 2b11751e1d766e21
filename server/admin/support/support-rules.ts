import type { Plan } from '../../../contract/payments/plans.ts';
import type {
  AdminSupportDetails,
  AdminSupportQuery,
  AdminSupportRequest,
  AdminSupportSummary,
  SupportState,
} from '../../../contract/support/support.ts';
import { DAY } from '../../../contract/time.ts';
import { orderUnlimitedEmail } from '../../emails/rules.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { type ListedPage, pageOf } from '../../platform/http/paging.ts';
import { replyTimes } from '../../support/shared/reply-times-store.ts';
import type { SupportAnswerEmail } from '../../support/shared/support-answer-email.ts';
import { type Actor, recordAction } from '../audit/audit-store.ts';
import { placeOf } from '../list/listing.ts';
import { insertAnswer, lockRequest, readAnswers, readRequest, readRequests, updateState } from './support-store.ts';

const SUMMARY_MS = 90 * DAY;

/** Lists requests to support: open ones first, those with priority before others, oldest first; then the rest, newest first. */
export async function listRequests(
  db: Queryable,
  { limit, after, state }: AdminSupportQuery,
): Promise<ListedPage<AdminSupportRequest>> {
  return pageOf(await readRequests(db, { after: placeOf(after), state, limit }), limit, toResponse, cursorOf);
}

const cursorOf = ({ id, state, priority }: AdminSupportRequest) =>
  state === 'open' ? `0.${priority ? 1 : 0}.${id}` : `1.0.${id}`;

/** Returns the open requests and the reply times of the last 90 days. */
export async function summarizeRequests(db: Queryable, now: Date): Promise<AdminSupportSummary> {
  const rows = await replyTimes(db, new Date(now.getTime() - SUMMARY_MS));
  const times = (priority: boolean) => {
    const {
      open = 0,
      answered = 0,
      median = null,
      slowest = null,
    } = rows.find((row) => row.priority === priority) ?? {};
    return { open, answered, median, slowest };
  };
  return { priority: times(true), others: times(false) };
}

/** Changes the state of a request and records that, unless the request is already in that state. Throws `not_found`. */
export async function changeState(
  db: Database,
  { actor, id, state }: { actor: Actor; id: number; state: SupportState },
  now: Date,
): Promise<AdminSupportRequest> {
  return db.transaction().execute(async (trx) => {
    const before = await lockRequest(trx, id);
    if (!before) throw new ApiError('not_found');
    if (before.state !== state) {
      await updateState(trx, id, state, now);
      await recordAction(trx, {
        actor,
        act: ACTS[state],
        target: { kind: 'support request', id },
        before: { state: before.state },
        after: { state },
      });
    }
    const row = await readRequest(trx, id);
    if (!row) throw new ApiError('not_found');
    return toResponse(row);
  });
}

/** Returns a request with its answers. Throws `not_found`. */
export async function requestDetails(db: Queryable, id: number): Promise<AdminSupportDetails> {
  const row = await readRequest(db, id);
  if (!row) throw new ApiError('not_found');
  const answers = await readAnswers(db, id);
  return {
    ...toResponse(row),
    answers: answers.map(({ text, email, created_at }) => ({ at: created_at.toISOString(), by: email, text })),
  };
}

/**
 * Stores an answer, orders its email to the person, and marks the request as answered, in one transaction. `inbox` is where a reply
 * to the email goes. Throws `not_found`.
 */
export async function answerRequest(
  db: Database,
  { actor, id, text, inbox }: { actor: Actor; id: number; text: string; inbox: string },
  now: Date,
): Promise<AdminSupportDetails> {
  return db.transaction().execute(async (trx) => {
    const before = await lockRequest(trx, id);
    const request = before && (await readRequest(trx, id));
    if (!request) throw new ApiError('not_found');
    const answerId = await insertAnswer(trx, { request_id: id, author_id: actor.id, text, created_at: now });
    const order = { kind: 'support-answer', to: request.email, answerId, replyTo: inbox } as const;
    await orderUnlimitedEmail<SupportAnswerEmail>(trx, order);
    await updateState(trx, id, 'answered', now);
    await recordAction(trx, {
      actor,
      act: ACTS.answered,
      target: { kind: 'support request', id },
      before: { state: before.state },
      after: { state: 'answered', answer: answerId },
    });
    return requestDetails(trx, id);
  });
}

const ACTS: Record<SupportState, string> = {
  open: 'reopen support request',
  answered: 'answer support request',
  closed: 'close support request',
};

function toResponse(row: NonNullable<Awaited<ReturnType<typeof readRequest>>>): AdminSupportRequest {
  return {
    id: row.id,
    email: row.email,
    subject: row.subject,
    text: row.text,
    handle: row.handle,
    plan: row.plan as Plan | null,
    priority: row.priority,
    state: row.state as SupportState,
    createdAt: row.created_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
  };
}
