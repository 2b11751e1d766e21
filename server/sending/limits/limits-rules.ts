import { formatUtcTime } from '../../../contract/dates.ts';
import { featurePlan, type SendingPlan } from '../../../contract/payments/features.ts';
import { planForHandle } from '../../../contract/payments/plans.ts';
import { firstWeekLimits, type SendLimits } from '../../../contract/sending/send-limits.ts';
import { MAX_RECIPIENTS } from '../../../contract/sending/sending.ts';
import type { FeaturedHandle } from '../../handle-access/entitlement.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { type RunStatement, unprepared } from '../../platform/db/statement.ts';
import { firstHourOfDay, firstWeekSince, firstWeekUntil, hourOf, nextFit } from './send-windows.ts';
import { type ReservedCount, recipientsSince, reserveRecipients } from './usage-store.ts';

/** The limits of every plan with sending, from the setting SEND_LIMITS. */
export type PlanLimits = Record<SendingPlan, SendLimits>;

/** The reason why a message must wait or, if `until` is null, can never be sent as it is. */
export interface LimitReached {
  text: string;
  until: Date | null;
}

/** Returns the limits of a handle after its first week; undefined if it has no sending. */
export function limitsOf(
  { handle, common_features: common }: FeaturedHandle,
  limits: PlanLimits,
): SendLimits | undefined {
  return (limits as Partial<Record<string, SendLimits>>)[featurePlan(planForHandle(handle), common)];
}

/** A request to count the recipients of one message. */
export interface Reservation extends FeaturedHandle {
  recipients: number;
}

/**
 * Counts the recipients of a message against the limits of its handle. Returns null if all are counted; otherwise
 * counts none and returns the reason. Processes that count at the same time cannot exceed a limit together.
 */
export async function reserve(
  db: Queryable,
  plans: PlanLimits,
  asked: Reservation,
  now: Date,
): Promise<LimitReached | null> {
  const [reached = null] = await reserveAll(db, plans, [asked], now);
  return reached;
}

/**
 * Counts several messages like `reserve`, in one statement; returns the results in the same order. Messages of one handle are
 * counted together if all of them fit, else one after the other.
 */
export async function reserveAll(
  db: Queryable,
  plans: PlanLimits,
  asked: Reservation[],
  now: Date,
  run: RunStatement = unprepared(db),
): Promise<(LimitReached | null)[]> {
  const results = asked.map((one) => neverFits(one, plans));
  const places = new Map<string, number[]>();
  for (const [at, { handle }] of asked.entries()) {
    if (results[at] === null) places.set(handle, [...(places.get(handle) ?? []), at]);
  }
  const together = [...places].map(([handle, of]) => ({
    handle,
    common_features: asked[of[0] ?? 0]?.common_features,
    recipients: of.reduce((sum, at) => sum + (asked[at]?.recipients ?? 0), 0),
  }));
  const counts = await countTogether(run, plans, together, now);
  for (const [at, one] of together.entries()) {
    const of = places.get(one.handle) ?? [];
    const count = counts[at];
    if (count?.reserved) continue;
    // A number of recipients that did not fit is not tried again, so that a flood from one handle causes few statements.
    const refused = new Map<number, LimitReached>();
    for (const place of of) {
      const own = asked[place] ?? one;
      let reached = refused.get(own.recipients) ?? null;
      if (!reached) {
        const [alone] = of.length === 1 ? [count] : await countTogether(run, plans, [own], now);
        reached = alone?.reserved ? null : await reachedOf(db, plans, own, alone, now);
      }
      if (reached) refused.set(own.recipients, reached);
      results[place] = reached;
    }
  }
  return results;
}

/** Returns why a message can never be sent, whatever was sent before, or null. */
function neverFits(asked: Reservation, plans: PlanLimits): LimitReached | null {
  if (!limitsOf(asked, plans)) return { text: 'The plan of this handle does not include sending', until: null };
  if (asked.recipients <= MAX_RECIPIENTS) return null;
  return { text: `A message can have at most ${MAX_RECIPIENTS} recipients; send it in parts`, until: null };
}

/** Counts recipients of different handles that have sending. Returns the result of each in the same order. */
async function countTogether(run: RunStatement, plans: PlanLimits, asked: Reservation[], now: Date) {
  if (asked.length === 0) return [];
  const window = { now, hour: hourOf(now), dayFrom: firstHourOfDay(now), weekFrom: firstWeekSince(now) };
  const withLimits = asked.map((one) => {
    const full = limitsOf(one, plans) ?? { hour: 0, day: 0 };
    return { ...one, full, firstWeek: firstWeekLimits(full) };
  });
  const counts = await reserveRecipients(run, withLimits, window);
  return asked.map(({ handle }) => counts.get(handle));
}

/** Returns the limit that a handle has reached, and when the message fits. */
async function reachedOf(
  db: Queryable,
  plans: PlanLimits,
  asked: Reservation,
  count: ReservedCount | undefined,
  now: Date,
): Promise<LimitReached> {
  const { handle, recipients } = asked;
  const full = limitsOf(asked, plans);
  if (!count || !full) return { text: 'This handle no longer exists', until: null };
  const limits = count.is_first_week ? firstWeekLimits(full) : full;
  const until = nextFit(await recipientsSince(db, count.id, firstHourOfDay(now)), limits, recipients, now);
  const weekEnd = count.is_first_week ? firstWeekUntil(count.first_sent_at, now) : null;
  const allowed = `${handle} can send to ${limits.hour} recipients an hour and ${limits.day} a day${weekEnd ? ` until ${formatUtcTime(weekEnd)}, and to more after that` : ''}`;
  if (!until) return { text: `${allowed}. This message has ${recipients}: send it in parts`, until };
  return { text: `${allowed}. Try again after ${formatUtcTime(until)}`, until };
}

/**
 * Returns the recipients of the current hour and of the last 24 hours, the limits, and when the limits of the first week end.
 */
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
