import { applyDmarcPolicy, type DmarcDecision } from '../filter/dmarc-policy.ts';
import { checkSpam } from '../filter/spam.ts';
import type { Recorder } from '../host/recorder.ts';
import type { MailHost } from '../host.ts';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';
import type { Settings } from '../options.ts';
import { dmarcFailureHeader } from '../rewrite/dmarc-failure-header.ts';
import { keepAllowed, oncePerDelivery } from './expand-recipients.ts';
import { type AuthenticatedJob, type Job, note } from './job.ts';
import { BLOCKED_TEXT } from './refused-notices.ts';
import type { Marks } from './rewrite-copies.ts';

/** The result of the filters for a message that is not rejected. */
export interface Approval extends Marks {
  /** The reason why it is rejected for some recipients; empty if no recipient is affected. */
  refusedFor: string;
}

/** Rejects blocked senders, mail that fails DMARC, and spam. */
export async function approve(
  { recorder, log }: Pick<MailHost, 'recorder' | 'log'>,
  { spamCheck }: Settings,
  job: AuthenticatedJob,
): Promise<Approval> {
  const { message, transaction, authentication } = job;
  const decision = applyDmarcPolicy(authentication);
  noteChecked(recorder, job, decision);
  const { refusedFor, listAllowed } = keepRecipients(job, decision);
  if (job.plan.copies.length + job.plan.dropped.length === 0) throw new SmtpReplyError(550, '5.7.1', BLOCKED_TEXT);
  const excusedBy = listAllowed ? `excused by the mailing list ${decision.list}, which the recipient allowed` : '';
  const reason = excusedBy || (decision.kind === 'deliver' ? decision.mark : '');
  const marks = reason === '' ? [] : [dmarcFailureHeader(reason)];
  const excused = listAllowed || (decision.kind === 'deliver' && decision.excused);
  if (spamCheck === '') return { marks, excused, refusedFor };
  const { headers } = await checkSpam(message, transaction, { url: spamCheck, log });
  return { marks: [...marks, ...headers], excused, refusedFor };
}

/**
 * Removes recipients for whom the message is rejected; throws if no recipient is left. `listAllowed`: all remaining
 * recipients allow its mailing list.
 */
function keepRecipients(job: Job, decision: DmarcDecision): { refusedFor: string; listAllowed: boolean } {
  const allowed = keepAllowed(job.plan, decision.list);
  const isForAll = allowed.copies.length > 0 && allowed.refused.length === 0;
  if (decision.kind === 'deliver') return { refusedFor: '', listAllowed: isForAll };
  const { code, enhanced, text } = decision;
  // A temporary rejection applies to all recipients: a retry must not reach some of them twice.
  if (allowed.copies.length === 0 || (code < 500 && !isForAll)) throw new SmtpReplyError(code, enhanced, text);
  job.plan = allowed;
  return { refusedFor: text, listAllowed: true };
}

function noteChecked(
  recorder: Recorder,
  { plan: { copies, blocked }, authentication: { verdicts } }: AuthenticatedJob,
  decision: DmarcDecision,
): void {
  const { note: odd = '' } = decision.kind === 'deliver' ? decision : {};
  const { list = '' } = decision.kind === 'refuse' && decision.code >= 500 ? decision : {};
  note(recorder, oncePerDelivery([...copies, ...blocked]), {
    step: 'checked',
    verdicts,
    ...(odd && { note: odd }),
    ...(list && { list }),
  });
}
