import { expect, type Page } from '@playwright/test';
import { hasLink, linkIn, mailsTo, nextLinkMailTo } from '../mail/outbox.ts';
import type { App } from '../server/app-process.ts';
import { claimInBrowser } from './claim.ts';

/** Signs in a new person with one handle on this page, and returns the id of the handle. */
export async function signedInWith(app: App, page: Page, handle: string): Promise<number> {
  await claimInBrowser(app, page, handle, `${handle}@account.example`);
  const [{ id }] = await (await page.request.get('/api/handles?limit=1')).json();
  return id;
}

/** Sets and verifies the inbox of a handle, with the session of this page. */
export async function verifyInbox(app: App, page: Page, handleId: number, email: string): Promise<void> {
  const headers = { origin: app.url };
  // The tests of a worker share an app, so an earlier one may have used the same inbox.
  const { length: earlier } = (await mailsTo(app, email)).filter(hasLink);
  await page.request.post('/api/email-forwarding', { headers, data: { handleId, forwardingEmail: email } });
  const mail = await nextLinkMailTo(app, email, earlier + 1);
  const response = await page.request.post(linkIn(mail), { headers });
  if (!response.ok()) throw new Error(`verifying ${email} failed with status ${response.status()}`);
}

/**
 * Ends the session of a browser context. Its other tabs close and this page becomes empty first, so that no pending request gets 401.
 */
export async function dropSession(page: Page): Promise<void> {
  const others = page
    .context()
    .pages()
    .filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  await page.goto('about:blank');
  await page.context().clearCookies();
}

/** Signs in as the first of ADMIN_EMAILS. */
export async function signInAsAdmin(app: App, page: Page): Promise<void> {
  const response = await page.request.post('/api/dev-login', { headers: { origin: app.url } });
  expect(response.status()).toBe(200);
}
