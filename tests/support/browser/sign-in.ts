import type { Page } from '@playwright/test';
import { linkIn, nextMailTo } from '../mail/outbox.ts';
import type { App } from '../server/app-process.ts';
import { claimInBrowser } from './claim.ts';

/** Signs a new person with one handle in on this page, and returns the id of the handle. */
export async function signedInWith(app: App, page: Page, handle: string): Promise<number> {
  await claimInBrowser(app, page, handle, `${handle}@account.example`);
  const [{ id }] = await (await page.request.get('/api/handles?limit=1')).json();
  return id;
}

/** Sets and verifies the inbox of a handle, with the session of this page. */
export async function verifyInbox(app: App, page: Page, handleId: number, email: string): Promise<void> {
  const headers = { origin: app.url };
  await page.request.post('/api/email-forwarding', { headers, data: { handleId, forwardingEmail: email } });
  const response = await page.request.post(linkIn(await nextMailTo(app, email)), { headers });
  if (!response.ok()) throw new Error(`verifying ${email} failed with status ${response.status()}`);
}
