import { mockDecision, mockPageReports } from '../../tests/support/browser/mock-page-reports.ts';
import type { Screen, TestData } from './screen.ts';

const admin = { path: '/app/adm?tab=page-reports', as: 'newcomer', prepare: mockPageReports } as const;

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
    prepare: mockDecision,
    path: ({ handleId }) => `/app/support?handleId=${handleId}&decision=7`,
  },
];
