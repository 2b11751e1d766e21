import type { Page } from 'playwright';
import { type SiteDocument, STANDARD_SITE } from '../../../contract/site/site-document.ts';
import type { Screen } from '../screen.ts';

const CLUB: SiteDocument = {
  ...STANDARD_SITE,
  name: 'Rowing Club Seeblick of 1898',
  line: 'Names and addresses for everybody who rows with us.',
  accent: ['#ffd500', '#0b6e4f'],
  landing: {
    ...STANDARD_SITE.landing,
    hero: { headline: 'One name on the lake and off it', promises: ['For members only', 'No advertising'] },
    pricing: false,
    faq: {
      questions: [
        { question: 'Who may have a handle?', answer: 'Every member of the club.' },
        { question: 'What does it cost?', answer: 'Nothing.' },
      ],
    },
  },
  footer: [
    { text: 'The club', url: 'https://club.example' },
    { text: 'Boats', url: '/boats' },
  ],
  claims: { mode: 'domains', domains: ['club.example', 'members.club.example'] },
  names: { ...STANDARD_SITE.names, minimum: 3, free: ['Free', 'Plus'], reserved: ['board', 'press-*'] },
  contact: 'board@club.example',
};

const SETTINGS = [
  { name: 'MAIL_FROM', value: 'Club <mail@club.example>' },
  { name: 'SUPPORT_EMAIL', value: 'help@club.example' },
  { name: 'TRUST_CLAIM', value: 'On the lake since 1898' },
];

async function mockSite(page: Page): Promise<void> {
  await page.route('**/api/admin/site', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { ...CLUB, version: '1' } })
      : route.fulfill({
          status: 412,
          json: {
            code: 'version_conflict',
            message: 'It was changed.',
            current: { ...CLUB, name: 'Sailing Club Seeblick', version: '2' },
          },
        }),
  );
  await page.route('**/api/admin/site/settings', (route) => route.fulfill({ json: { settings: SETTINGS } }));
}

async function mockReader(page: Page): Promise<void> {
  await mockSite(page);
  await page.route('**/api/admin/check', (route) => route.fulfill({ json: { isAdmin: true, role: 'reader' } }));
}

const site = { path: '/app/adm?tab=site', as: 'newcomer', prepare: mockSite } as const;

const typeName = (page: Page, name: string) => page.getByLabel('Name', { exact: true }).fill(name);
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();

/** The administrators' tab of the site with a document of its own. */
export const SITE_SCREENS: Screen[] = [
  { name: 'admin-site', ...site },
  { name: 'admin-site-reader', ...site, prepare: mockReader },
  {
    name: 'admin-site-failed',
    ...site,
    prepare: async (page) =>
      void (await page.route('**/api/admin/site', (route) => route.fulfill({ status: 503, json: {} }))),
  },
  {
    name: 'admin-site-errors',
    ...site,
    act: async (page) => {
      await typeName(page, '');
      await page.getByLabel('Domains', { exact: true }).fill('club.example\nnot a domain');
      await page.getByLabel('Address', { exact: true }).first().fill('club.example');
      await save(page);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'admin-site-conflict',
    ...site,
    act: async (page) => {
      await typeName(page, 'Canoe Club Seeblick');
      await save(page);
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'admin-site-preview',
    ...site,
    act: async (page) => {
      const open = page.getByRole('button', { name: 'Preview' });
      if (await open.isVisible()) await open.click();
      else await page.getByText('Desktop', { exact: true }).click();
      await page.frameLocator('iframe').locator('h1').waitFor();
    },
  },
];
