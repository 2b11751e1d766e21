import type { Page } from '@playwright/test';
import type { App } from '../server/app-process.ts';

const AT_ONCE = 25;

/** Claims `count` more handles for the person who is signed in on this page: `{prefix}-0`, `{prefix}-1` and so on. */
export async function claimMany(app: App, page: Page, prefix: string, count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, number) => `${prefix}-${number}`);
  const claim = async (username: string) => {
    const response = await page.request.post('/api/profiles', { headers: { origin: app.url }, data: { username } });
    if (response.status() !== 201) throw new Error(`claiming ${username} failed with status ${response.status()}`);
  };
  for (let from = 0; from < count; from += AT_ONCE) await Promise.all(names.slice(from, from + AT_ONCE).map(claim));
}
