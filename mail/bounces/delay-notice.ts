import type { MailHost } from '../host.ts';
import { type DeliveryResult, diagnosisOf } from '../message/delivery-result.ts';
import type { LeasedCopy } from '../message/queued-message.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '../message/time.ts';
import type { Settings } from '../options.ts';
import { failureNotice } from './failure-notice.ts';
import { originalHeaderOf } from './original-header.ts';

/** Age of a copy, in seconds, at which its author gets a delay notice. */
const DELAY_SECONDS = 4 * HOUR_SECONDS;
/** Longer than any copy stays in the queue. */
const MONTH = 31 * DAY_SECONDS;

const REASON = "The recipient's mail server cannot be reached, or does not accept the message at the moment";

/**
 * Notifies the author, once, of a sent copy that has not been delivered after four hours. A notice that cannot be
 * stored is not repeated: the copy itself is safe.
 */
export async function notifyOfDelay(
  host: MailHost,
  settings: Settings,
  claim: LeasedCopy,
  result: DeliveryResult,
): Promise<void> {
  const { id, key, destination, body } = claim;
  if (claim.traffic !== 'sent' || claim.age < DELAY_SECONDS || claim.age >= settings.queueSeconds) return;
  if (!host.counters.take(`delay notice ${id}`, 1, MONTH)) return;
  try {
    const inbox = await host.submission?.inboxOf(key);
    if (!inbox) return;
    const head = await originalHeaderOf(body, settings.memoryLimit);
    const delayedDays = Math.max(1, Math.round(settings.queueSeconds / DAY_SECONDS));
    const delay = {
      to: inbox,
      recipients: [destination],
      enhanced: '4.4.7',
      reason: REASON,
      head,
      delayedDays,
      messageId: id,
      diagnosis: diagnosisOf(result),
    };
    await host.queue.enqueue([await failureNotice(host, settings, delay)]);
  } catch (error) {
    host.log.warn(
      { event: 'mail.queue.delay_notice_failed', err: error, copy: id },
      'a delay notice could not be stored',
    );
  }
}
