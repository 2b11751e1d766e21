import { expect } from '@playwright/test';
import { cutOff } from '../support/browser/accessibility.ts';
import { test } from '../support/browser/fixtures.ts';

/** A small phone, and a zoom of 200 % in a window of 1280 by 720 px. */
const SIZES = [
  { width: 320, height: 568 },
  { width: 640, height: 360 },
];

test('the claim dialogs are usable and not cut off at 320 px and at 200 % zoom', async ({ page }) => {
  await page.goto('/create?handle=a-handle-of-thirty-letters-yes');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.getByRole('button', { name: 'Grab It!' }).click();
    await page.getByRole('textbox', { name: 'Your email' }).fill(`${'long.'.repeat(10)}name@account.example`);
    await page.getByRole('button', { name: 'Send link' }).click();
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
