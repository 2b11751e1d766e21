import { sql } from 'kysely';
import { DAY } from '../../../contract/time.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { type Owner, seedOwner } from './owner.ts';
import { ago } from './seed.ts';

/** Parts of the views of a day, by kind and name. An empty name is the sum of others. */
const PARTS = {
  referrer: {
    direct: 0.42,
    'google.com': 0.21,
    'github.com': 0.12,
    'news.a-rather-long-name-of-a-newsletter-about-everything.example': 0.08,
    'linkedin.com': 0.06,
    'reddit.com': 0.04,
    'bsky.app': 0.03,
    '': 0.04,
  },
  country: { US: 0.37, DE: 0.22, GB: 0.14, IN: 0.11, unknown: 0.05, '': 0.11 },
  device: { mobile: 0.61, desktop: 0.35, tablet: 0.04 },
  campaign: { 'newsletter / email / spring': 0.09, conference: 0.02 },
  click: { github: 0.15, youtube: 0.09, linkedin: 0.05, '': 0.02 },
};

/** Counts of a day that rise and fall like those of a page that people visit on weekdays, and that has become better known. */
function dayOf(daysAgo: number, scale: number) {
  const day = ago(daysAgo * DAY)
    .toISOString()
    .slice(0, 10);
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
  const wave = 1 + Math.sin(daysAgo / 4) / 3 + (daysAgo % 5) / 12;
  const views = Math.round(scale * wave * (isWeekend ? 0.55 : 1) * (1 - daysAgo / 1500));
  return {
    day,
    views,
    visitors: Math.round(views * 0.72),
    clicks: Math.round(views * 0.31),
    received: Math.round(views / 40),
    sent: Math.round(views / 90),
  };
}

/** The owner of a page with three networks, with visits of the last two years, or of `days`; `scale` is about the views of a day. */
export async function seedVisitedPage(db: Database, handle: string, { scale = 180, days = 730 } = {}): Promise<Owner> {
  const owner = await seedOwner(db, handle);
  const own = { handle_id: owner.handleId };
  for (const [position, platform] of ['github', 'youtube', 'linkedin'].entries()) {
    const url = `https://${platform}.com/ada`;
    await db
      .insertInto('social_links')
      .values({ ...own, platform, username: 'ada', url, position })
      .execute();
  }
  const counted = Array.from({ length: days }, (_, at) => ({ ...own, ...dayOf(at, scale) }));
  await db.insertInto('page_days').values(counted).execute();
  // Days that are not summed yet are read from here.
  await sql`insert into page_hours (handle_id, hour, views, visitors, clicks, received, sent)
    select handle_id, day::timestamp at time zone 'UTC', views, visitors, clicks, received, sent from page_days
    where handle_id = ${owner.handleId}`.execute(db);
  await sql`insert into page_counts (handle_id, day, kind, name, count)
    select handle_id, day, kind, name, round(views * part::numeric)
    from page_days, jsonb_each(${JSON.stringify(PARTS)}::jsonb) as k (kind, names), jsonb_each_text(names) as n (name, part)
    where handle_id = ${owner.handleId} and round(views * part::numeric) > 0`.execute(db);
  return owner;
}
