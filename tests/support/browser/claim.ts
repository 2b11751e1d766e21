import type { Page } from '@playwright/test';
import { linkIn, nextMailTo } from '../mail/outbox.ts';
import type { App } from '../server/app-process.ts';

/** Claims a free handle by its email, with the cookies of this page, which is signed in afterwards. */
export async function claimInBrowser(app: App, page: Page, handle: string, email: string): Promise<void> {
  await page.request.post('/api/send-magic-link', { data: { email, handle } });
  const response = await page.request.post(linkIn(await nextMailTo(app, email)), { headers: { origin: app.url } });
  if (!response.ok()) throw new Error(`claiming ${handle} failed with status ${response.status()}`);
}
