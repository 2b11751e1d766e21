import type { Page } from 'playwright';
import { seedVisitedPage } from '../../tests/support/seeds/analytics.ts';
import { seedOwner } from '../../tests/support/seeds/owner.ts';
import { failing, type Screen } from './screen.ts';

const path = '/app/analytics';
const screen = (handle: string, visits?: Parameters<typeof seedVisitedPage>[2]) =>
  ({ path, as: 'member', seed: (db) => seedVisitedPage(db, handle, visits) }) satisfies Omit<Screen, 'name'>;
const chart = async (page: Page) => page.locator('.uplot canvas').waitFor();

/** Mocks the analytics of a server behind a CDN whose first logs are missing. */
async function withoutFirstLogs(page: Page): Promise<void> {
  await page.route('**/api/handles/*/analytics?*', async (route) => {
    const response = await route.fetch();
    const analytics = await response.json();
    await route.fulfill({ response, json: { ...analytics, incompleteSince: analytics.from } });
  });
}

export const ANALYTICS_SCREENS: Screen[] = [
  { name: 'analytics', ...screen('ada'), act: chart },
  { name: 'analytics-year', ...screen('ada'), path: `${path}?days=365`, act: chart },
  {
    name: 'analytics-table',
    ...screen('ada'),
    path: `${path}?days=7`,
    prepare: withoutFirstLogs,
    act: async (page) => {
      await chart(page);
      await page.getByText('Link clicks').first().click();
      await page.getByRole('button', { name: 'Show as a table' }).click();
      await page.evaluate(() => window.scrollTo(0, 0));
    },
  },
  { name: 'analytics-little', ...screen('ada', { scale: 0.6 }), act: chart },
  { name: 'analytics-empty', path, as: 'member', seed: (db) => seedOwner(db, 'ada') },
  { name: 'analytics-failed', path, as: 'member', prepare: failing('**/api/handles/*/analytics?*') },
  { name: 'analytics-plan', ...screen('ada-lovelace-king', { scale: 40 }) },
];
