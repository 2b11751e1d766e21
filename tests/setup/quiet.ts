import { expect, type Page, type Request } from '@playwright/test';

/** Watches a page from now on. Returns a function that waits until nothing that it asked for is under way any more. */
export function watchRequests(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  // Of what a document that is left had asked for, nothing more is heard.
  page.on('framenavigated', (frame) => frame === page.mainFrame() && underWay.clear());
  return async () => {
    // What a press or an answer leads to is asked for by the next frames.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await expect.poll(() => underWay.size).toBe(0);
  };
}
