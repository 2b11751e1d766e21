import { expect, type Page, type Request } from '@playwright/test';

/** Watches a page, and returns a function that waits until each of its API calls and files has a response. */
export function watchRequests(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  const isCall = (request: Request) => /^\/(api|paypal|assets)\//.test(new URL(request.url()).pathname);
  page.on('request', (request) => isCall(request) && underWay.add(request));
  // 'requestfinished' is not emitted if the page does not read the body, so the response headers count as the end.
  page.on('response', (response) => underWay.delete(response.request()));
  page.on('requestfailed', (request) => underWay.delete(request));
  // The requests of a document end without an event when the page navigates to another one.
  page.on('framenavigated', (frame) => frame === page.mainFrame() && underWay.clear());
  return async () => {
    do {
      await expect.poll(() => underWay.size).toBe(0);
      // A click or a response may cause further requests within two frames.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    } while (underWay.size > 0);
  };
}
