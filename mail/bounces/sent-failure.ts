import type { SentCopy } from '../host/submission-policy.ts';
import type { MailHost } from '../host.ts';
import type { Diagnosis } from '../message/delivery-result.ts';
import type { Enqueued } from '../message/queued-message.ts';
import type { Settings } from '../options.ts';
import { failureNotice } from './failure-notice.ts';
import { failureReason, isHardFailure } from './failure-reasons.ts';

/** A copy that a handle sent and that failed permanently. */
export interface SentFailure extends SentCopy {
  recipient: string;
  enhanced: string;
  /** The original header; empty if unknown. */
  head: Buffer;
  /** Details beyond the code; absent for a failure that another server reported later. */
  diagnosis?: Diagnosis;
  /** Replaces the text for the code. */
  reason?: string;
}

type FailureHost = Pick<MailHost, 'clock' | 'signingKey' | 'submission'> & {
  recorder: Pick<MailHost['recorder'], 'record'>;
};

/**
 * Records the permanent failure of a sent copy and returns the notice for the owner's inbox, which the caller must
 * store; null if the handle has no inbox.
 */
export async function reportSentFailure(
  host: FailureHost,
  settings: Settings,
  failure: SentFailure,
): Promise<Enqueued | null> {
  const { key, id, recipient, enhanced, head, diagnosis, reason = failureReason(enhanced) } = failure;
  const inbox = (await host.submission?.inboxOf(key)) ?? null;
  host.recorder.record(id, { step: 'returned', toSender: inbox !== null, enhanced, text: reason });
  if (inbox === null) return null;
  const notice = { to: inbox, recipients: [recipient], enhanced, head, reason, messageId: id };
  return failureNotice(host, settings, { ...notice, ...(diagnosis && { diagnosis }) });
}

/**
 * Suppresses a recipient if a server reported that the mailbox does not exist and, if `isCounted`, counts a failure
 * against the handle. A failure detected by this server suppresses no one: a domain without records may only have
 * expired, and a repeated lookup burdens no mail server. Such a failure counts if it concerns the recipient's domain
 * and not the message.
 */
export function countBounce(
  host: Pick<MailHost, 'submission'>,
  { key, recipient, enhanced, diagnosis }: SentFailure,
  isCounted = true,
): void {
  const isFinding = diagnosis !== undefined && 'finding' in diagnosis;
  const isAboutMessage = isFinding && !/^5\.[14]\./.test(enhanced);
  host.submission?.bounced(
    key,
    recipient,
    enhanced,
    !isFinding && isHardFailure(enhanced),
    isCounted && !isAboutMessage,
  );
}
