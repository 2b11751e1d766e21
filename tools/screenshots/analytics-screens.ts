import type { Page } from 'playwright';
import { analyticsOf, mockAnalytics, noAnalytics } from '../../tests/support/browser/mock-analytics.ts';
import type { Screen } from './screen.ts';

const path = '/app/analytics';
const show = (respond: Parameters<typeof mockAnalytics>[1]) => (page: Page) => mockAnalytics(page, respond);
const chart = async (page: Page) => page.locator('.uplot canvas').waitFor();

export const ANALYTICS_SCREENS: Screen[] = [
  { name: 'analytics', path, as: 'member', prepare: show(analyticsOf), act: chart },
  { name: 'analytics-year', path: `${path}?days=365`, as: 'member', prepare: show(analyticsOf), act: chart },
  {
    name: 'analytics-table',
    path: `${path}?days=7`,
    as: 'member',
    prepare: show((days) => ({ ...analyticsOf(days), incompleteSince: analyticsOf(days).from })),
    act: async (page) => {
      await chart(page);
      await page.getByText('Link clicks').first().click();
      await page.getByRole('button', { name: 'Show as a table' }).click();
      await page.evaluate(() => window.scrollTo(0, 0));
    },
  },
  { name: 'analytics-little', path, as: 'member', prepare: show((days) => analyticsOf(days, 0.6)), act: chart },
  { name: 'analytics-empty', path, as: 'member', prepare: show(noAnalytics) },
  { name: 'analytics-failed', path, as: 'member', prepare: show('failure') },
  {
    name: 'analytics-plan',
    path,
    as: 'member',
    prepare: show((days) => ({ ...noAnalytics(days), entitled: false, views: 1234 })),
  },
];
