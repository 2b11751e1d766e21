import { type Analytics, MAX_LISTED, TOTAL_VIEWS_DAYS } from '../../../contract/analytics/analytics.ts';
import { linksOfBlock } from '../../../contract/blocks/block-links.ts';
import { FEATURES } from '../../../contract/payments/features.ts';
import { networkOf } from '../../../contract/social/networks.ts';
import { toBlock } from '../../blocks/shared/page-blocks.ts';
import { storedBlocksOf } from '../../blocks/shared/stored-blocks-store.ts';
import { isEntitled } from '../../handle-access/entitlement.ts';
import { requireHandle } from '../../handle-access/handle-access.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Target } from '../../platform/http/call-server.ts';
import { csvRow } from '../../platform/http/csv.ts';
import { dateOf, dayOf } from '../counting/days.ts';
import {
  type DayTotals,
  dayTotals,
  firstDayWithoutImport,
  linkNumbersOf,
  nameTotals,
  type Period,
  viewsOf,
} from './analytics-store.ts';

export interface AnalyticsContext {
  db: Database;
  now: Date;
  /** The name and date of the country database. */
  countrySource: string;
  /** The first day on which a CDN served views. */
  cdnSince: string | undefined;
}

type Totals = Omit<DayTotals, 'date'>;
const NOTHING: Totals = { views: 0, visitors: 0, clicks: 0, received: 0, sent: 0 };
const COLUMNS = Object.keys(NOTHING) as (keyof Totals)[];

/** Returns the counts of a handle for the last days, including today. Requires the right `manage`. */
export async function analyticsOf(context: AnalyticsContext, at: Target, days: number): Promise<Analytics> {
  const { db, now, countrySource } = context;
  const { id, entitled } = await accessTo(db, at);
  const shown = entitled ? days : TOTAL_VIEWS_DAYS;
  const today = dayOf(now.getTime());
  const period = periodOf(today - shown + 1, today);
  const general = {
    entitled,
    availableFrom: FEATURES.analytics[0],
    ...period,
    incompleteSince: await incompleteSince(context, period),
    countrySource,
  };
  if (!entitled) {
    const lists = { days: [], links: [], referrers: [], countries: [], devices: [], campaigns: [] };
    const none = { visitors: null, clicks: null, received: null, sent: null, before: null };
    return { ...general, views: await viewsOf(db, id, period), ...none, ...lists };
  }
  const earlier = periodOf(today - 2 * shown + 1, today - shown);
  const [totals, names, links] = await Promise.all([
    dayTotals(db, id, { from: earlier.from, until: period.until }),
    nameTotals(db, id, period),
    clickedLinksOf(db, id),
  ]);
  const current = everyDay(totals, today - shown + 1, shown);
  const before = everyDay(totals, today - 2 * shown + 1, shown);
  const beforeTotals = sumOf(before);
  const listed = (kind: string) => listOf(names.filter((name) => name.kind === kind));
  return {
    ...general,
    ...sumOf(current),
    days: current,
    before: COLUMNS.some((column) => beforeTotals[column] > 0) ? { ...beforeTotals, days: before } : null,
    links: namedLinks(links, listed('click')),
    referrers: listed('referrer'),
    countries: listed('country'),
    devices: listed('device'),
    campaigns: listed('campaign'),
  };
}

/**
 * Returns the same counts as CSV, with a row for each day. Throws `plan_without_analytics` for a handle that is not entitled.
 */
export async function analyticsCsv(
  { db, now }: AnalyticsContext,
  at: Target,
  days: number,
): Promise<{ name: string; text: string }> {
  const { id, handle, entitled } = await accessTo(db, at);
  if (!entitled) throw new ApiError('plan_without_analytics');
  const today = dayOf(now.getTime());
  const period = periodOf(today - days + 1, today);
  const rows = everyDay(await dayTotals(db, id, period), today - days + 1, days);
  const lines = rows.map(({ date, ...totals }) => csvRow([date, ...COLUMNS.map((column) => totals[column])]));
  return {
    name: `${handle}-${period.from}-${period.until}`,
    text: csvRow(['Date (UTC)', 'Views', 'Visitors', 'Clicks', 'Mail received', 'Mail sent']) + lines.join(''),
  };
}

async function accessTo(db: Queryable, at: Target) {
  const found = await requireHandle(db, at);
  return { id: found.id, handle: found.handle, entitled: isEntitled(found, 'analytics') };
}

const periodOf = (from: number, until: number): Period => ({ from: dateOf(from), until: dateOf(until) });

/** Returns the totals of each day, with zeros for days on which nothing was counted. */
function everyDay(totals: DayTotals[], from: number, days: number): DayTotals[] {
  const byDate = new Map(totals.map((total) => [total.date, total]));
  return Array.from({ length: days }, (_, at) => {
    const date = dateOf(from + at);
    return byDate.get(date) ?? { date, ...NOTHING };
  });
}

function sumOf(days: DayTotals[]): Totals {
  const sum = { ...NOTHING };
  for (const day of days) for (const column of COLUMNS) sum[column] += day[column];
  return sum;
}

/** Returns the first names, and the sum of the others under an empty name. */
function listOf(names: { name: string; count: number }[]): { name: string; count: number }[] {
  const named = names.filter(({ name }) => name !== '');
  const listed = named.slice(0, MAX_LISTED).map(({ name, count }) => ({ name, count }));
  const total = names.reduce((sum, { count }) => sum + count, 0);
  const others = total - listed.reduce((sum, { count }) => sum + count, 0);
  return others > 0 ? [...listed, { name: '', count: others }] : listed;
}

interface ClickedLink {
  clickId: string | undefined;
  id: number | null;
  title: string;
  url: string;
}

/** Returns the links of all blocks of a page, with the ids under which their clicks are counted. */
async function clickedLinksOf(db: Queryable, handleId: number): Promise<ClickedLink[]> {
  const [stored, numbers] = await Promise.all([storedBlocksOf(db, handleId), linkNumbersOf(db, handleId)]);
  return stored.flatMap((one) => {
    const id = one.is_social ? (numbers.get(String(one.content.platform)) ?? null) : null;
    return linksOfBlock(toBlock(one)).map((link) => ({ ...link, id }));
  });
}

/** Adds to each clicked link what the page shows for it now; a removed link keeps its count. */
function namedLinks(links: ClickedLink[], clicks: { name: string; count: number }[]): Analytics['links'] {
  return clicks.map(({ name, count }) => {
    const link = links.find(({ clickId }) => clickId === name);
    const title = link?.title ?? removedTitle(name);
    return { id: link?.id ?? null, title, url: link?.url ?? '', clicks: count };
  });
}

/**
 * Returns the name of a link that the page no longer has: its network, if the id names one. Empty for the sum of the
 * other links.
 */
function removedTitle(clickId: string): string {
  if (clickId === '') return '';
  return networkOf(clickId.slice(clickId.indexOf('-') + 1))?.name ?? 'A link that was removed';
}

async function incompleteSince({ db, cdnSince }: AnalyticsContext, { from, until }: Period): Promise<string | null> {
  if (cdnSince === undefined || cdnSince > until) return null;
  return firstDayWithoutImport(db, { from: cdnSince > from ? cdnSince : from, until });
}
