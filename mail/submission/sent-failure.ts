import { failureNotice } from '../failure-notice.ts';
import type { SentCopy } from '../host/sent-mail.ts';
import type { MailHost } from '../host.ts';
import type { Enqueued } from '../message/queued-message.ts';
import type { Settings } from '../options.ts';
import { failureReason, isHardFailure } from './failure-reasons.ts';

/** A copy that a handle sent and that failed permanently. */
export interface SentFailure extends SentCopy {
  recipient: string;
  enhanced: string;
  /** The original header; empty if unknown. */
  head: Buffer;
  /** The reply of the recipient's server; absent if unknown or not to be shown. */
  reply?: string;
  /** Replaces the text for the code. */
  reason?: string;
}

type FailureHost = Pick<MailHost, 'clock' | 'signingKey' | 'submission'> & {
  recorder: Pick<MailHost['recorder'], 'record'>;
};

/**
 * Records the permanent failure of a sent copy and returns the notice for the owner's inbox, to be stored by the caller; null
 * if there is no inbox.
 */
export async function reportSentFailure(
  host: FailureHost,
  settings: Settings,
  failure: SentFailure,
): Promise<Enqueued | null> {
  const { key, id, recipient, enhanced, head, reply, reason = failureReason(enhanced) } = failure;
  const inbox = (await host.submission?.inboxOf(key)) ?? null;
  host.recorder.record(id, { step: 'returned', toSender: inbox !== null, enhanced, text: reason });
  if (inbox === null) return null;
  return failureNotice(host, settings, { to: inbox, recipient, enhanced, head, reason, ...(reply && { reply }) });
}

/** Suppresses a recipient that does not exist and, if `isCounted`, counts a failure against the handle. */
export function countBounce(
  host: Pick<MailHost, 'submission'>,
  { key, recipient, enhanced }: SentFailure,
  isCounted = true,
): void {
  host.submission?.bounced(key, recipient, enhanced, isHardFailure(enhanced), isCounted);
}
