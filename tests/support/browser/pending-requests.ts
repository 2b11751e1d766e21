import { expect, type Page, type Request } from '@playwright/test';

/** Watches a page from now on. Returns a function that waits until every call that it made has been answered. */
export function watchRequests(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  const isCall = (request: Request) => /^\/(api|paypal)\//.test(new URL(request.url()).pathname);
  page.on('request', (request) => isCall(request) && underWay.add(request));
  // The end of a body that nobody reads is not told ('requestfinished' never comes), so the answer's head has to do.
  page.on('response', (response) => underWay.delete(response.request()));
  page.on('requestfailed', (request) => underWay.delete(request));
  // Of what a document that is left had asked for, nothing more is heard.
  page.on('framenavigated', (frame) => frame === page.mainFrame() && underWay.clear());
  return async () => {
    // What a press or an answer leads to is asked for by the next frames.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await expect.poll(() => underWay.size).toBe(0);
  };
}
