import { chromium, type Page } from 'playwright';
import { signedInWith } from '../../tests/support/browser/sign-in.ts';
import { type App, startApp } from '../../tests/support/server/app-process.ts';
import { CHROMIUM_FLAGS, ensureChromium } from '../../tools/chromium.ts';
import { percentile, type Section } from '../print-tables.ts';

/** Goal: maximum milliseconds from the event of a change to the frame that shows it. */
const GOAL_MS = 100;
const BLOCKS = 50;
const LETTERS = 50;
/** Milliseconds between two letters of a fast typist. */
const PAUSE_MS = 100;
const HANDLE = 'bench-of-the-editor';

export const about = 'the delay between a change in the editor and the frame in which the page beside it shows it';
export const options = '(none)';

/**
 * Types into the editor of a page of 50 blocks in Chromium, on this machine's CPU and on a CPU that is 4 times slower.
 */
export async function measure(): Promise<Section[]> {
  const app = await startApp({ env: { RATE_LIMITS: 'off', HANDLES_PER_ACCOUNT: '10', LOG_LEVEL: 'warn' } });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage({ baseURL: app.url, viewport: { width: 1280, height: 900 } });
    await fillPage(app, page);
    const rows = [];
    for (const slower of [1, 4]) {
      await page.goto(`/app/manage-handle/${HANDLE}`);
      await page.locator('[aria-label^="Preview of"] .np').waitFor();
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
      const delays = await typeAndMeasure(page);
      await session.detach();
      rows.push({
        CPU: slower === 1 ? 'of this machine' : `${slower} times slower`,
        changes: delays.length,
        'p50 ms': percentile(delays, 50),
        'p95 ms': percentile(delays, 95),
        'max ms': Math.max(...delays),
        goal: `at most ${GOAL_MS}`,
      });
    }
    return [{ title: `from the input event to the frame, on a page of ${BLOCKS} blocks`, rows }];
  } finally {
    await browser.close();
    await app.stop();
  }
}

async function fillPage(app: App, page: Page): Promise<void> {
  const id = await signedInWith(app, page, HANDLE);
  const headers = { origin: app.url };
  const data = Array.from({ length: BLOCKS }, (_, number) => ({
    type: 'link',
    title: `Link number ${number}`,
    url: `https://example.com/${number}`,
    image: null,
    emoji: number % 2 ? '🌷' : null,
    hidden: false,
    featured: false,
    from: null,
    until: null,
  }));
  const response = await page.request.put(`/api/handles/${id}/blocks`, { headers, data });
  if (!response.ok()) throw new Error(`filling the page failed: ${await response.text()}`);
}

/** Types letters into the bio, and returns the delay of each in milliseconds. */
async function typeAndMeasure(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const delays: number[] = [];
    Object.assign(window, { delays });
    const host = [...document.querySelectorAll('[aria-label^="Preview of"] *')].find(({ shadowRoot }) => shadowRoot);
    const shown = () => host?.shadowRoot?.querySelector('.np-bio')?.textContent;
    document.addEventListener(
      'input',
      (event) => {
        const { value } = event.target as HTMLTextAreaElement;
        const check = () => {
          if (shown() !== value) return requestAnimationFrame(check);
          // A message is delivered after the frame of this callback.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => void delays.push(performance.now() - event.timeStamp);
          port2.postMessage(null);
        };
        requestAnimationFrame(check);
      },
      true,
    );
  });
  const bio = page.getByLabel('Bio');
  await bio.fill('');
  await bio.focus();
  await page.evaluate(() => (window as unknown as { delays: number[] }).delays.splice(0));
  // No spaces: the page trims its text.
  await page.keyboard.type('abcdefghij'.repeat(LETTERS / 10), { delay: PAUSE_MS });
  const count = () => page.evaluate(() => (window as unknown as { delays: number[] }).delays.length);
  while ((await count()) < LETTERS) await page.evaluate(() => new Promise(requestAnimationFrame));
  return page.evaluate(() => (window as unknown as { delays: number[] }).delays);
}
