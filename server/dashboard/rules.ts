import { TOTAL_VIEWS_DAYS } from '../../contract/analytics/analytics.ts';
import type { FirstRunRequest, HandleFigures } from '../../contract/dashboard/dashboard.ts';
import type { HandlePage } from '../../contract/handles/handles.ts';
import { hasRight } from '../../contract/roles.ts';
import { DAY } from '../../contract/time.ts';
import { listRoles } from '../handles/rules.ts';
import type { Database } from '../platform/db/database.ts';
import type { ListedPage } from '../platform/http/paging.ts';
import { advanceFirstRun, lastMails, linkCounts, viewCounts } from './store.ts';

/** Returns the figures of one page of the handles of an account. Editors of a team do not see mail and views. */
export async function figuresOf(
  db: Database,
  accountId: number,
  page: HandlePage,
  now: Date,
): Promise<ListedPage<HandleFigures>> {
  const { items: handles, next } = await listRoles(db, accountId, page);
  const ids = handles.map(({ id }) => id);
  const managed = handles.filter((one) => hasRight(one, 'manage')).map(({ id }) => id);
  const withMail = handles.filter((one) => hasRight(one, 'mail')).map(({ id }) => id);
  const from = new Date(now.getTime() - (TOTAL_VIEWS_DAYS - 1) * DAY).toISOString().slice(0, 10);
  const [links, mails, views] = await Promise.all([
    linkCounts(db, ids, now),
    lastMails(db, withMail),
    viewCounts(db, managed, from),
  ]);
  const items = handles.map(({ id, ...place }) => ({
    id,
    links: links.get(id) ?? 0,
    lastMailAt: mails.get(id)?.toISOString() ?? null,
    views: hasRight(place, 'manage') ? (views.get(id) ?? 0) : null,
  }));
  return { items, next };
}

/** Advances the first run of an account to this state; does nothing if the account is past it. */
export async function endFirstRunStep(db: Database, accountId: number, { state }: FirstRunRequest): Promise<void> {
  await advanceFirstRun(db, accountId, state === 'ended' ? ['new', 'open'] : ['new'], state);
}
