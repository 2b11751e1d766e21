import { expect } from '@playwright/test';
import { getUser } from '../../contract/accounts/accounts.ts';
import { pathOf } from '../../contract/call.ts';
import { getAvailability } from '../../contract/handles/availability.ts';
import { pages } from '../../contract/paths.ts';
import { getPackages } from '../../contract/payments/packages.ts';
import { getPublicProfile } from '../../contract/profiles/profiles.ts';
import { missing, test } from '../support/browser/fixtures.ts';
import { watchRequests } from '../support/browser/pending-requests.ts';

/** The route table of the specification, with the built path, the status of a full load, and a text of the screen. */
const TABLE: [path: string, built: string, status: number, text: string][] = [
  ['/', pages.home(), 200, 'DIGITAL UNIVERSE'],
  ['/create', pages.create(), 200, 'Claim your handle'],
  ['/email-forwarding', pages.emailForwarding(), 200, 'Email Forwarding'],
  ['/tos', pages.tos(), 200, 'Terms of Service'],
  ['/terms', pages.terms(), 200, 'Terms of Service'],
  ['/privacy', pages.privacy(), 200, 'Privacy Policy'],
  ['/app/manage', pages.manage(), 200, 'Login Required'],
  ['/app/manage-handle/my.name', pages.manageHandle('my.name'), 200, 'Login Required'],
  ['/app/manage-social', pages.manageSocial(), 200, 'Login Required'],
  ['/app/manage-email', pages.manageEmail(), 200, 'Login Required'],
  ['/app/manage-email?handleId=7', pages.manageEmail(7), 200, 'Login Required'],
  ['/app/manage-appearance', pages.manageAppearance(), 200, 'Login Required'],
  ['/app/profile-settings', pages.profileSettings(), 200, 'Login Required'],
  ['/app/adm', pages.admin(), 200, 'Login Required'],
  ['/app/adm/prices', pages.adminPrices(), 200, 'Login Required'],
  ['/digital-universe', pages.profile('digital-universe'), 200, 'Digital Universe'],
  ['/nobody-is-called-so', pages.profile('nobody-is-called-so'), 404, 'Profile Not Found'],
  ['/anything/else', '/anything/else', 404, '404 Page Not Found'],
  ['/app', '/app', 404, '404 Page Not Found'],
  ['/app/anything-else', '/app/anything-else', 404, '404 Page Not Found'],
];

test('each path returns its status and a document with its screen', async ({ page }) => {
  for (const [path, built, status, text] of TABLE) {
    expect(built).toBe(path);
    const response = await page.request.get(path);
    expect([path, response.status()]).toEqual([path, status]);
    expect((await response.text()).replace(/<[^>]+>/g, ''), path).toContain(text);
  }
});

test('the text of the document is still there after hydration', async ({ allowErrors, app, page }) => {
  allowErrors(missing(app, '/app/anything-else'));
  const settled = watchRequests(page);
  for (const path of ['/create', '/app/manage-handle/my.name', '/app/anything-else']) {
    await page.goto(path);
    await expect
      .poll(() => page.evaluate(() => Object.keys(document.getElementById('root') ?? {}).join()))
      .toContain('__react');
    await settled();
    await expect(page.getByText(TABLE.find(([found]) => found === path)?.[3] ?? path).first()).toBeVisible();
  }
});

test('a page with two paths has one canonical link, with or without a trailing slash', async ({ page }) => {
  const canonical = async (path: string) =>
    /<link rel="canonical" href="[^"]*?:\d+([^"]*)">/.exec(await (await page.request.get(path)).text())?.[1];
  expect(await canonical('/tos')).toBe('/tos');
  expect(await canonical('/terms')).toBe('/tos');
  expect(await canonical('/create/')).toBe('/create');
  expect(await canonical('/create?handle=ada')).toBe('/create');
});

test('the path builder returns the paths of the specification for the signed-in area', () => {
  expect([
    pages.manageHandle('my.name'),
    pages.manageSocial(),
    pages.manageAppearance(),
    pages.profileSettings(),
    pages.admin(),
    pages.adminPrices(),
  ]).toEqual([
    '/app/manage-handle/my.name',
    '/app/manage-social',
    '/app/manage-appearance',
    '/app/profile-settings',
    '/app/adm',
    '/app/adm/prices',
  ]);
});

test('the path builder encodes its arguments', () => {
  expect([
    pages.profile('a/b'),
    pages.create('a&b'),
    pathOf(getAvailability, { handle: '../x' }),
    pathOf(getPublicProfile, { username: 'a?b' }),
  ]).toEqual(['/a%2Fb', '/create?handle=a%26b', '/api/check-handle/..%2Fx', '/api/profile/a%3Fb']);
});

test('the server implements every public call of the specification', async ({ page }) => {
  const status = async (path: string) => (await page.request.get(path)).status();
  expect(await status(pathOf(getPublicProfile, { username: 'digital-universe' }))).toBe(200);
  expect(await status(pathOf(getPublicProfile, { username: 'nobody-is-called-so' }))).toBe(404);
  expect(await status(pathOf(getUser))).toBe(401);
  expect(await status(pathOf(getPackages))).toBe(200);
  expect(await status(pathOf(getAvailability, { handle: 'anything-at-all' }))).toBe(200);
});

test('links change screens without a full load, and going back restores the scroll position', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  const footer = page.getByRole('navigation', { name: 'Footer' });
  await footer.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => window.scrollY > 500);
  const before = await page.evaluate(() => window.scrollY);
  await footer.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
  await expect(page).toHaveTitle(/^Privacy Policy/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /DIGITAL UNIVERSE/ })).toBeAttached();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
});

test('a newly opened page starts at the top, and a reloaded page keeps its scroll position', async ({ page }) => {
  await page.goto('/tos');
  await page.evaluate(() => window.scrollTo(0, 600));
  await page.reload();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(600);
  await page.goto('/privacy');
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});
