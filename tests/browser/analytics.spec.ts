import { expect } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { test } from '../support/browser/fixtures.ts';
import { analyticsOf, mockAnalytics, noAnalytics } from '../support/browser/mock-analytics.ts';
import { signedInWith } from '../support/browser/sign-in.ts';

test('the period, the figure of the chart and the table of a page with visits', async ({ app, page }) => {
  await signedInWith(app, page, 'visited-by-many');
  await mockAnalytics(page, analyticsOf);
  await page.goto('/app/manage');
  await page.getByRole('link', { name: 'Analytics' }).click();
  await expect(page.getByRole('heading', { name: 'Views a day' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Views a day as a line chart' }).locator('canvas')).toBeVisible();

  await page.getByText('7 days', { exact: true }).click();
  await expect(page).toHaveURL(/days=7/);
  await page.getByRole('group', { name: 'Figure to show in the chart' }).getByText('Link clicks').click();
  await expect(page.getByRole('heading', { name: 'Link clicks a day' })).toBeVisible();
  await page.getByRole('button', { name: 'Show as a table' }).click();
  await expect(page.getByRole('table', { name: /Counts a day/ }).getByRole('row')).toHaveCount(8);
  const referrers = page.getByRole('region', { name: 'Where visits come from' });
  await expect(referrers.getByRole('row')).toHaveCount(7);
  await referrers.getByRole('button', { name: 'Show all 8' }).click();
  await expect(referrers.getByRole('row')).toHaveCount(9);
  await expect(page.getByRole('link', { name: 'Download CSV' })).toHaveAttribute(
    'href',
    /\/api\/handles\/\d+\/analytics\.csv\?days=7$/,
  );
  await expectAccessible(page, 'analytics');
});

test('a page without visits offers to share it, and a plan without analytics shows the views of 30 days', async ({
  app,
  page,
}) => {
  await signedInWith(app, page, 'visited-by-nobody');
  await mockAnalytics(page, noAnalytics);
  await page.goto('/app/analytics');
  await expect(page.getByRole('heading', { name: 'No visits yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Share your page' }).click();
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
  await expectAccessible(page, 'analytics without visits');

  await mockAnalytics(page, (days) => ({ ...noAnalytics(days), entitled: false, views: 1 }));
  await page.reload();
  await expect(page.getByText('1view of your page in the last 30 days')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Know what works on your page' })).toBeVisible();
});
