import type { Page } from '@playwright/test';
import type { Analytics } from '../../../contract/analytics/analytics.ts';
import { DAY } from '../../../contract/time.ts';

const dateOf = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY).toISOString().slice(0, 10);

/** Counts of a day that rise and fall like those of a page that people visit on weekdays. */
function dayOf(daysAgo: number, scale: number): Analytics['days'][number] {
  const date = dateOf(daysAgo);
  const isWeekend = [0, 6].includes(new Date(date).getUTCDay());
  const wave = 1 + Math.sin(daysAgo / 4) / 3 + (daysAgo % 5) / 12;
  const views = Math.round(scale * wave * (isWeekend ? 0.55 : 1));
  return {
    date,
    views,
    visitors: Math.round(views * 0.72),
    clicks: Math.round(views * 0.31),
    received: Math.round(views / 40),
    sent: Math.round(views / 90),
  };
}

const daysOf = (first: number, last: number, scale: number) =>
  Array.from({ length: first - last + 1 }, (_, at) => dayOf(first - at, scale));

function totalsOf(days: Analytics['days']) {
  const sum = (name: 'views' | 'visitors' | 'clicks' | 'received' | 'sent') =>
    days.reduce((total, day) => total + day[name], 0);
  return {
    views: sum('views'),
    visitors: sum('visitors'),
    clicks: sum('clicks'),
    received: sum('received'),
    sent: sum('sent'),
  };
}

/** The analytics of a page with visits, as the server would return them for a period. */
export function analyticsOf(days: number, scale = 180): Analytics {
  const current = daysOf(days - 1, 0, scale);
  const earlier = daysOf(2 * days - 1, days, scale * 0.8);
  const totals = totalsOf(current);
  const part = (share: number) => Math.round(totals.views * share);
  return {
    entitled: true,
    availableFrom: 'Deluxe',
    from: dateOf(days - 1),
    until: dateOf(0),
    ...totals,
    days: current,
    before: { ...totalsOf(earlier), days: earlier },
    links: [
      { id: 1, title: 'GitHub', url: 'https://github.com/ada', clicks: Math.round(totals.clicks * 0.5) },
      { id: 2, title: 'YouTube', url: 'https://youtube.com/@ada', clicks: Math.round(totals.clicks * 0.3) },
      { id: 3, title: 'LinkedIn', url: 'https://linkedin.com/in/ada', clicks: Math.round(totals.clicks * 0.15) },
      { id: null, title: '', url: '', clicks: Math.round(totals.clicks * 0.05) },
    ],
    referrers: [
      { name: 'direct', count: part(0.42) },
      { name: 'google.com', count: part(0.21) },
      { name: 'github.com', count: part(0.12) },
      { name: 'news.a-rather-long-name-of-a-newsletter-about-everything.example', count: part(0.08) },
      { name: 'linkedin.com', count: part(0.06) },
      { name: 'reddit.com', count: part(0.04) },
      { name: 'bsky.app', count: part(0.03) },
      { name: '', count: part(0.04) },
    ],
    countries: [
      { name: 'US', count: part(0.37) },
      { name: 'DE', count: part(0.22) },
      { name: 'GB', count: part(0.14) },
      { name: 'IN', count: part(0.11) },
      { name: 'unknown', count: part(0.05) },
      { name: '', count: part(0.11) },
    ],
    devices: [
      { name: 'mobile', count: part(0.61) },
      { name: 'desktop', count: part(0.35) },
      { name: 'tablet', count: part(0.04) },
    ],
    campaigns: [
      { name: 'newsletter / email / spring', count: part(0.09) },
      { name: 'conference', count: part(0.02) },
    ],
    incompleteSince: null,
    countrySource: 'geo-whois-asn-country (CC0), June 2026',
  };
}

/** The analytics of a page that nobody has visited. */
export function noAnalytics(days: number): Analytics {
  const nothing = daysOf(days - 1, 0, 0);
  return {
    ...analyticsOf(days, 0),
    ...totalsOf(nothing),
    days: nothing,
    before: null,
    links: [],
    referrers: [],
    countries: [],
    devices: [],
    campaigns: [],
  };
}

/** Responds to the call of the analytics; `waiting` never does. */
export async function mockAnalytics(
  page: Page,
  respond: ((days: number) => Analytics) | 'failure' | 'waiting',
): Promise<void> {
  await page.route('**/api/handles/*/analytics?*', async (route) => {
    if (respond === 'waiting') return;
    if (respond === 'failure')
      return route.fulfill({
        status: 503,
        json: {
          code: 'unavailable',
          message: 'We cannot reach our database at the moment. Please try again in a minute.',
        },
      });
    const days = Number(new URL(route.request().url()).searchParams.get('days'));
    await route.fulfill({ json: respond(days) });
  });
}
