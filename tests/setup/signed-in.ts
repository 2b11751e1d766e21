import type { Page } from '@playwright/test';
import type { App } from './app.ts';
import { claimInBrowser } from './claimed.ts';

/** Somebody new with one handle of this name, signed in on this page; answers the handle's id. */
export async function signedInWith(app: App, page: Page, handle: string): Promise<number> {
  await claimInBrowser(app, page, handle, `${handle}@account.example`);
  const [{ id }] = await (await page.request.get('/api/handles?limit=1')).json();
  return id;
}
