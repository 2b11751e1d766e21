import { formatUtcTime } from '../../contract/dates.ts';
import type { Site } from '../../contract/documents.ts';
import { planForHandle } from '../../contract/payments/plans.ts';
import { hasRight } from '../../contract/roles.ts';
import { supportPages } from '../../contract/support/paths.ts';
import { DAY } from '../../contract/time.ts';
import type { EmailComposers } from '../emails/shared/email.ts';
import { typed } from '../emails/shared/rich-text.ts';
import { deliveryProblems } from '../forwarding/shared/delivery-problems-store.ts';
import { findAccess, type HandleAccess } from '../handle-access/handle-access-store.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { problemLine } from './problem-line.ts';
import { formatDuration } from './reply-time.ts';
import { replyTimes } from './shared/reply-times-store.ts';
import type { SupportAnswerEmail } from './shared/support-answer-email.ts';
import { findAnswer, findRequest, type StoredRequest } from './store.ts';

/** Emails about requests to support. The text stays in the database until the email is composed. */
export type SupportEmail =
  | { kind: 'support-request'; to: string; requestId: number }
  | { kind: 'support-received'; to: string; requestId: number }
  | SupportAnswerEmail;

const MAX_PROBLEMS = 20;
const MEASURED_MS = 90 * DAY;
/** With fewer replies, the time in the confirmation would be a matter of chance. */
const MIN_REPLIES = 5;

const subjectOf = ({ priority, subject }: StoredRequest) => `${priority ? '[Priority]' : '[Support]'} ${subject}`;

/**
 * Returns headers: mail programs show the first two, and filters and ticket systems can rely on the last one, which no
 * sender can set.
 */
function headersOf({ id, priority }: Pick<StoredRequest, 'id' | 'priority'>): Record<string, string> {
  return {
    ...(priority && { 'X-Priority': '1', Importance: 'high' }),
    'X-Nameplate-Support': priority ? 'priority' : 'standard',
    'X-Nameplate-Support-Request': String(id),
  };
}

/** Composes the emails about requests to support. */
export function supportEmails({ clock, site }: { clock: Clock; site: Site }): EmailComposers<SupportEmail> {
  return {
    'support-request': async (db, { to, requestId }) => {
      const request = await findRequest(db, requestId);
      if (!request) return null;
      const { account_id, handle_id, text } = request;
      // Read at this point, because the handle may have changed hands since.
      const handle = handle_id === null ? undefined : await findAccess(db, account_id, handle_id);
      const parts = [text, `-- \n${aboutSender(request, handle, site)}`, ...(await problemsOf(db, request, handle))];
      return {
        to,
        subject: subjectOf(request),
        text: `${parts.join('\n\n')}\n`,
        replyTo: request.email,
        headers: headersOf(request),
      };
    },

    'support-received': async (db, { to, requestId }) => {
      const request = await findRequest(db, requestId);
      if (!request) return null;
      return {
        to,
        subject: `We received your message (request ${requestId})`,
        preheader: 'A person will read it and reply by email.',
        heading: 'We received your message',
        body: [
          `Thank you for writing to us. A person will read your message and reply to ${to}.`,
          ...(await replyTimeText(db, request.priority, clock())),
          'You wrote:',
          { quotation: [request.subject, ...request.text.split(/\n+/)].map((line) => [typed(line)]) },
        ],
        button: { label: 'Open support', url: site.origin + supportPages.support() },
        notes: ['This email was sent automatically. Please do not reply to it: nobody reads this address.'],
      };
    },

    'support-answer': async (db, { to, answerId, replyTo }) => {
      const answer = await findAnswer(db, answerId);
      if (!answer) return null;
      const { request_id: id, subject, priority, request_text, created_at } = answer;
      const asked = request_text.split('\n').map((line) => `> ${line}`.trimEnd());
      const about = `Support of ${site.host}, request ${id}. Reply to this email if you have another question about it.`;
      return {
        to,
        subject: `Re: ${subject} (request ${id})`,
        text: `${answer.text}\n\n-- \n${about}\n\nYou wrote on ${formatUtcTime(created_at)}:\n${asked.join('\n')}\n`,
        replyTo,
        headers: headersOf({ id, priority }),
      };
    },
  };
}

function aboutSender(request: StoredRequest, handle: HandleAccess | undefined, { mailDomain }: Site): string {
  const { id, email, plan, priority, handle_id, created_at } = request;
  const gone = handle_id === null ? 'none chosen' : 'not theirs any more';
  return [
    `Request:  ${id}, ${formatUtcTime(created_at)}`,
    `From:     ${email}`,
    `Plan:     ${plan ?? 'no active handle'}${priority ? ' (priority support)' : ''}`,
    `Handle:   ${handle ? `${handle.handle}@${mailDomain} ${aboutHandle(handle)}` : gone}`,
  ].join('\n');
}

const aboutHandle = ({ handle, state, role }: HandleAccess) => `(${planForHandle(handle)}, ${state}, ${role})`;

/** Returns the latest mail of the handle that had failed or been deferred at the time of the request. */
async function problemsOf(
  db: Queryable,
  { attach_deliveries, created_at }: StoredRequest,
  handle: HandleAccess | undefined,
): Promise<string[]> {
  if (!attach_deliveries || !handle || !hasRight(handle, 'mail')) return [];
  const problems = await deliveryProblems(db, handle.id, created_at, MAX_PROBLEMS);
  if (problems.length === 0) return ['Delivery problems of the last 90 days: none'];
  return [`Latest delivery problems, newest first:\n${problems.map(problemLine).join('\n')}`];
}

async function replyTimeText(db: Queryable, priority: boolean, now: Date): Promise<string[]> {
  const measured = await replyTimes(db, new Date(now.getTime() - MEASURED_MS));
  const { answered = 0, median } = measured.find((one) => one.priority === priority) ?? {};
  const isFirst = priority ? ['Your message has priority: it is read before others.'] : [];
  if (answered < MIN_REPLIES || median == null) return isFirst;
  const whose = priority ? 'priority messages' : 'messages';
  return [
    [...isFirst, `In the last 90 days, half of all ${whose} were answered within ${formatDuration(median)}.`].join(' '),
  ];
}
