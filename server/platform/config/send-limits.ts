import { z } from 'zod';
import { FEATURES, type SendingPlan } from '../../../contract/payments/features.ts';
import type { SendLimits } from '../../../contract/sending/send-limits.ts';

const PLANS: readonly SendingPlan[] = FEATURES.sending;
const MAX = 1_000_000;

export const DEFAULT_SEND_LIMITS = 'Plus=50/200,Deluxe=200/1000,Vanity=200/1000';

/** Parses `Plus=50/200,...`: recipients an hour and a day for each plan that has sending. */
export const sendLimits = z
  .string()
  .transform((text) => {
    const limits: Partial<Record<SendingPlan, SendLimits>> = {};
    const items = text.split(',');
    for (const item of items) {
      const [, name, hour, day] = /^\s*([a-z]+)\s*=\s*(\d{1,7})\s*\/\s*(\d{1,7})\s*$/i.exec(item) ?? [];
      const plan = PLANS.find((one) => one.toLowerCase() === name?.toLowerCase());
      if (plan) limits[plan] = { hour: Number(hour), day: Number(day) };
    }
    return { limits, count: items.length };
  })
  .refine(
    ({ limits, count }) => count === PLANS.length && PLANS.every((plan) => limits[plan] !== undefined),
    `must have recipients an hour and a day for ${PLANS.join(', ')}, such as ${DEFAULT_SEND_LIMITS}`,
  )
  .refine(
    ({ limits }) => Object.values(limits).every(({ hour, day }) => hour >= 1 && hour <= day && day <= MAX),
    `must allow at least 1 recipient an hour, and as many or more a day, up to ${MAX}`,
  )
  .transform(({ limits }) => limits as Record<SendingPlan, SendLimits>);
