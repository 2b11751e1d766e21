import { planHasFeature, type SendingPlan } from '../../../contract/payments/features.ts';
import { planForHandle } from '../../../contract/payments/plans.ts';
import { MAX_RECIPIENTS } from '../../../contract/sending/sending.ts';
import { formatTime } from '../../emails/shared/email.ts';
import type { SendLimits } from '../../platform/config/send-limits.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { firstHourOfDay, firstWeekLimits, firstWeekSince, firstWeekUntil, hourOf, nextFit } from './send-windows.ts';
import { recipientsSince, reserveRecipients } from './usage-store.ts';

/** The limits of every plan that has sending, as the setting SEND_LIMITS states them. */
export type PlanLimits = Record<SendingPlan, SendLimits>;

/** Why a message must wait, or, if `until` is null, can never be sent as it is. */
export interface LimitReached {
  text: string;
  until: Date | null;
}

/** Returns the limits of a handle after its first week; undefined if its plan has no sending. */
export function limitsOf(handle: string, limits: PlanLimits): SendLimits | undefined {
  return planHasFeature(handle, 'sending') ? limits[planForHandle(handle) as SendingPlan] : undefined;
}

/**
 * Counts the recipients of a message against the limits of its handle. Returns null if they are counted, else why they are
 * not; then none is counted. Processes that count at once cannot exceed a limit together.
 */
export async function reserve(
  db: Queryable,
  plans: PlanLimits,
  { handle, recipients }: { handle: string; recipients: number },
  now: Date,
): Promise<LimitReached | null> {
  const full = limitsOf(handle, plans);
  if (!full) return { text: 'The plan of this handle has no sending', until: null };
  if (recipients > MAX_RECIPIENTS) {
    return { text: `A message can have at most ${MAX_RECIPIENTS} recipients; send it in parts`, until: null };
  }
  const firstWeek = firstWeekLimits(full);
  const dayFrom = firstHourOfDay(now);
  const window = { now, hour: hourOf(now), dayFrom, weekFrom: firstWeekSince(now) };
  const done = await reserveRecipients(db, { handle, recipients }, { full, firstWeek }, window);
  if (!done) return { text: 'This handle does not exist any more', until: null };
  if (done.reserved) return null;
  const limits = done.is_first_week ? firstWeek : full;
  const until = nextFit(await recipientsSince(db, done.id, dayFrom), limits, recipients, now);
  const weekEnd = done.is_first_week ? firstWeekUntil(done.first_sent_at, now) : null;
  const allowed = `${handle} can send to ${limits.hour} recipients an hour and ${limits.day} a day${weekEnd ? ` until ${formatTime(weekEnd)}, and to more after that` : ''}`;
  if (!until) return { text: `${allowed}. This message has ${recipients}: send it in parts`, until };
  return { text: `${allowed}. Try again after ${formatTime(until)}`, until };
}

/** Returns the recipients of the current hour and of the last 24 hours, the limits, and when those of the first week end. */
export async function sendingUse(
  db: Queryable,
  full: SendLimits,
  { handleId, firstSentAt }: { handleId: number; firstSentAt: Date | null },
  now: Date,
): Promise<{ used: SendLimits; limits: SendLimits; reducedUntil: Date | null }> {
  const counted = await recipientsSince(db, handleId, firstHourOfDay(now));
  const current = hourOf(now);
  const sum = (from: Date) => counted.reduce((total, one) => (one.hour >= from ? total + one.recipients : total), 0);
  const reducedUntil = firstWeekUntil(firstSentAt, now);
  return {
    used: { hour: sum(current), day: sum(firstHourOfDay(now)) },
    limits: reducedUntil ? firstWeekLimits(full) : full,
    reducedUntil,
  };
}
