import { failureNotice } from '../bounces/failure-notice.ts';
import type { MailHost } from '../host.ts';
import type { Enqueued } from '../message/queued-message.ts';
import type { Settings } from '../options.ts';
import { type AuthenticatedJob, note } from './job.ts';

export const BLOCKED_TEXT = 'This address does not accept mail from you';

/**
 * Returns one failure notice for each reason why recipients do not get the message; none if the sender is unverified.
 */
export async function refusedNotices(
  host: Pick<MailHost, 'recorder' | 'clock' | 'signingKey'>,
  settings: Settings,
  { message, transaction, plan, authentication: { verdicts } }: AuthenticatedJob,
  refusedFor: string,
): Promise<Enqueued[]> {
  const toSender = verdicts.senderVouched;
  const { head } = message;
  const notices = [
    ...plan.blocked.map((delivery) => ({ delivery, reason: BLOCKED_TEXT })),
    ...plan.refused.map((delivery) => ({ delivery, reason: refusedFor })),
  ];
  for (const { delivery, reason } of notices) {
    note(host.recorder, [delivery], { step: 'returned', toSender, enhanced: '5.7.1', text: reason });
  }
  if (!toSender) return [];
  const failure = { to: transaction.from, enhanced: '5.7.1', head, messageId: transaction.id };
  return Promise.all(
    [...Map.groupBy(notices, ({ reason }) => reason)].map(([reason, together]) => {
      const recipients = together.map(({ delivery: { recipient } }) => recipient);
      return failureNotice(host, settings, { ...failure, recipients, reason });
    }),
  );
}
