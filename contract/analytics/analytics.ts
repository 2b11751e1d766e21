import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { PLANS } from '../payments/plans.ts';

/** Selectable periods of the analytics, in days. */
export const ANALYTICS_PERIODS = [7, 30, 90, 365] as const;
export type AnalyticsPeriod = (typeof ANALYTICS_PERIODS)[number];
/** Maximum number of items in a list such as `referrers`; the sum of the other items has an empty name. */
export const MAX_LISTED = 20;
/** Period, in days, of the total that every plan includes. */
export const TOTAL_VIEWS_DAYS = 30;

/** Query of GET /api/handles/{id}/analytics and /api/handles/{id}/analytics.csv */
export const analyticsQuery = z.strictObject({
  days: z._default(
    z.pipe(
      z.coerce.number(),
      z
        .number()
        .check(
          z.refine((days) => (ANALYTICS_PERIODS as readonly number[]).includes(days), 'Choose 7, 30, 90 or 365 days.'),
        ),
    ),
    30,
  ),
});

const count = z.int().check(z.nonnegative());
const totals = {
  views: count,
  /** The sum of each day's visitors, because a visitor is not recognised on another day. */
  visitors: count,
  /** A lower bound: Firefox does not report clicks. */
  clicks: count,
  received: count,
  sent: count,
};
/** One day, in UTC. */
const day = z.object({ date: z.iso.date(), ...totals });
/** `name` is empty for the sum of the items that are not listed. */
const named = z.object({ name: z.string(), count });

/**
 * GET /api/handles/{id}/analytics. A handle whose plan has no analytics gets `entitled: false` and `views` of the last 30 days;
 * its other totals are null and its lists empty.
 */
export const analytics = z.object({
  entitled: z.boolean(),
  /** The smallest plan that has analytics. */
  availableFrom: z.enum(PLANS),
  /** The first and last day of the period. The last day is today, which is still incomplete. */
  from: z.iso.date(),
  until: z.iso.date(),
  views: count,
  visitors: z.nullable(count),
  clicks: z.nullable(count),
  received: z.nullable(count),
  sent: z.nullable(count),
  /** Every day of the period, oldest first. */
  days: z.array(day),
  /** The preceding period of the same length, or null if nothing was counted then. */
  before: z.nullable(z.object({ ...totals, days: z.array(day) })),
  links: z.array(
    z.object({
      /** Id of the link; null for links that no longer exist. */
      id: z.nullable(z.int()),
      title: z.string(),
      url: z.string(),
      clicks: count,
    }),
  ),
  /** Host names; views without a referrer are counted under `direct`. */
  referrers: z.array(named),
  /** Country codes of ISO 3166-1 alpha-2; `unknown` if the network is not in the database. */
  countries: z.array(named),
  /** `desktop`, `mobile`, `tablet`. */
  devices: z.array(named),
  /** `utm_source`, `utm_medium` and `utm_campaign`, joined by " / ". */
  campaigns: z.array(named),
  /** Set if views may be missing because a CDN served them and its log was not imported for the whole period. */
  incompleteSince: z.nullable(z.iso.date()),
  /** The country database: its name, licence line and date. */
  countrySource: z.string(),
});
export type Analytics = z.infer<typeof analytics>;

export const getAnalytics = defineCall('GET /api/handles/:id/analytics', {
  right: 'manage',
  query: analyticsQuery,
  response: analytics,
});

export const getAnalyticsFile = defineCall('GET /api/handles/:id/analytics.csv', {
  right: 'manage',
  query: analyticsQuery,
  produces: 'text/csv',
  errors: ['plan_without_analytics', 'unavailable'],
});
