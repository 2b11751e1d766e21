import { seedReportedPage, seedSuspendedPage } from '../../tests/support/seeds/page-reports.ts';
import { forAll, type Screen, type TestData } from './screen.ts';

const admin: Omit<Screen, 'name'> = {
  path: '/app/adm?tab=page-reports',
  as: 'newcomer',
  seed: forAll(async (db) => {
    await seedReportedPage(db);
    await seedSuspendedPage(db, 'curie', { isAppealed: true });
  }),
};

/** The form that reports a page, the tab of administrators, and the appeal of an owner. */
export const REPORT_SCREENS: Screen[] = [
  { name: 'report-page', path: ({ handle }: TestData) => `/${handle}/report` },
  {
    name: 'report-page-errors',
    path: ({ handle }: TestData) => `/${handle}/report`,
    act: async (page) => {
      await page.locator('form').evaluate((form) => form.setAttribute('novalidate', ''));
      await page.getByRole('button', { name: 'Send report' }).click();
      await page.getByText('Please choose a reason.').waitFor();
    },
  },
  { name: 'admin-page-reports', ...admin },
  {
    name: 'admin-page-report',
    ...admin,
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Open the reports about/ })
        .first()
        .click();
      await page.getByRole('form', { name: 'Decision' }).waitFor();
    },
  },
  {
    name: 'appeal',
    as: 'member',
    seed: (db) => seedSuspendedPage(db, 'curie'),
    path: ({ handleId, decisionId }) => `/app/support?handleId=${handleId}&decision=${decisionId}`,
  },
];
