import { expect, type Page } from '@playwright/test';
import { test } from '../support/browser/fixtures.ts';

const SCREENS = ['/', '/create?handle=a-handle-of-thirty-letters-yes', '/email-forwarding', '/tos', '/privacy'];
const OTHERS = ['/digital-universe', '/nobody-has-this-one', '/no/such/place', '/app/manage', '/link/altered'];

/** Returns elements whose content is cut off or that are outside the page. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const found: string[] = [];
    if (document.documentElement.scrollWidth > width) found.push(`the page is ${document.documentElement.scrollWidth}`);
    for (const element of document.body.querySelectorAll<HTMLElement>(
      'h1, h2, h3, p, li, a, button, label, input, summary',
    )) {
      if (element.closest('[aria-hidden=true], .sr-only') || !element.checkVisibility({ opacityProperty: true }))
        continue;
      // A region that scrolls sideways by keyboard.
      if (element.closest('section[tabindex="0"]')) continue;
      const { left, right, width: own } = element.getBoundingClientRect();
      if (own > 1 && right > 0 && (left < -1 || right > width + 1))
        found.push(`outside: ${element.textContent?.trim()}`);
      if (element instanceof HTMLInputElement && element.scrollWidth > element.clientWidth + 1) found.push('input');
    }
    return found;
  });

/** A small phone, and a zoom of 200 % in a window of 1280 by 720 px. */
const SIZES = [
  { width: 320, height: 568 },
  { width: 640, height: 360 },
];

test('no content is cut off and dialogs are usable at 320 px and at 200 % zoom', async ({ allowErrors, page }) => {
  allowErrors(/status of 404/);
  for (const path of [...SCREENS, ...OTHERS]) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expect.poll(() => cutOff(page), `${path} at ${size.width} px`).toEqual([]);
    }
  }
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto('/create?handle=a-handle-of-thirty-letters-yes');
    await page.getByRole('button', { name: 'Grab It!' }).click();
    await page.getByRole('textbox', { name: 'Your email' }).fill(`${'long.'.repeat(10)}name@account.example`);
    await page.getByRole('button', { name: 'Send Magic Link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email!' })).toBeInViewport();
    await expect.poll(() => cutOff(page)).toEqual([]);
    await page.getByRole('button', { name: 'Got it' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('no animation runs with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter((animation) => animation.playState === 'running')
        .filter((animation) => Number(animation.effect?.getComputedTiming().activeDuration) > 20)
        .map((animation) => (animation as CSSAnimation).animationName ?? 'transition'),
    );
  for (const path of ['/', '/create', '/digital-universe', '/app/manage']) {
    await page.goto(path);
    expect([path, await moving()]).toEqual([path, []]);
  }
  await page.goto('/');
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await moving()).toEqual([]);
});
