import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import type { Theme } from './options.ts';
import type { Screen, TestData } from './screen.ts';

type Cookies = Parameters<BrowserContext['addCookies']>[0];

export type People = { data: TestData; newcomer: Cookies; member: Cookies };

type Place = { browser: Browser; url: string; folder: string; people: People };

/** Heights of the viewport by width: a phone; a window of 1280 px at a zoom of 200 %; a desk. */
const heightOf = (width: number) => (width < 600 ? 844 : width < 1000 ? 400 : 800);

/** Captures a screen at one width in one theme. Returns its errors. */
export async function capture(screen: Screen, width: number, theme: Theme, place: Place): Promise<string[]> {
  const { browser, url, folder, people } = place;
  const failed: string[] = [];
  const context = await browser.newContext({
    viewport: { width, height: heightOf(width) },
    deviceScaleFactor: width < 600 ? 2 : 1,
    hasTouch: width < 600,
    reducedMotion: 'reduce',
    forcedColors: screen.forcedColors ? 'active' : 'none',
    colorScheme: theme,
  });
  try {
    if (screen.as) await context.addCookies(people[screen.as]);
    await context.addInitScript((value) => localStorage.setItem('theme', value), theme);
    const page = await context.newPage();
    page.on('pageerror', (error) => failed.push(`${width} ${theme}: ${error.message}`));
    await screen.prepare?.(page);
    const path = typeof screen.path === 'string' ? screen.path : screen.path(people.data);
    await page.goto(url + path, { waitUntil: 'networkidle' });
    if (!screen.isLoading) await untilLoaded(page);
    await screen.act?.(page);
    if (!screen.isLoading) await untilLoaded(page);
    if (screen.hasDialog) await untilDialogSettled(page);
    const fullPage = await showWhole(page, width);
    await page.screenshot({ path: join(folder, `${screen.name}-${width}-${theme}.png`), fullPage });
    if (screen.hasDialog) await page.getByRole('dialog').waitFor({ timeout: 1000 });
  } catch (error) {
    failed.push(`${width} ${theme}: ${(error as Error).message.split('\n')[0]}`);
  } finally {
    await context.close();
  }
  return failed;
}

/** Waits until all placeholders are gone and the fonts and pictures are loaded. */
async function untilLoaded(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const waiting = [...document.querySelectorAll('.skeleton, [aria-busy=true]')];
    if (waiting.some((element) => element.checkVisibility())) return false;
    await document.fonts.ready;
    return [...document.images].every((image) => image.complete || image.loading === 'lazy');
  });
}

/** Waits until the dialog is painted and nothing in it moves. A screen may be drawn again after its dialog has opened. */
async function untilDialogSettled(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor();
  await page.evaluate(async () => {
    const dialog = document.querySelector('[role=dialog], dialog[open]');
    await Promise.all((dialog?.getAnimations({ subtree: true }) ?? []).map(({ finished }) => finished));
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });
}

/**
 * Returns whether to capture the whole page. An open dialog or menu is captured as seen, because the page behind it
 * does not scroll. A bar at the bottom of the window would cover the middle of the page, and a background picture would
 * end there, so the window of such a page is resized to the height of the page.
 */
async function showWhole(page: Page, width: number): Promise<boolean> {
  const { isCovered, needsWindow, height } = await page.evaluate(() => ({
    isCovered: document.querySelector('[role=dialog], [role=alertdialog], [role=menu], dialog[open]') !== null,
    needsWindow: [...document.querySelectorAll('body *')].some((element) => {
      const { position, bottom } = getComputedStyle(element);
      if (position !== 'sticky' && position !== 'fixed') return false;
      return bottom !== 'auto' || element.clientHeight >= window.innerHeight;
    }),
    height: document.documentElement.scrollHeight,
  }));
  if (isCovered) return false;
  await page.evaluate(() => window.scrollTo(0, 0));
  if (needsWindow) await page.setViewportSize({ width, height });
  return true;
}
