import { expect, type Page } from '@playwright/test';
import { THEME_IDS } from '../../contract/profiles/themes.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { test } from '../support/browser/fixtures.ts';

const LAST = THEME_IDS.at(-1);
const phone = (page: Page) => page.getByRole('img', { name: /on a phone$/ });
const faces = (page: Page) => page.locator('.landing-screen > *');

/** Returns the themes that are visible on the phone at a time of its cycle, in milliseconds from its start. */
const shownAt = (page: Page, time: number) =>
  faces(page).evaluateAll((elements, moment) => {
    for (const element of elements)
      for (const animation of element.getAnimations()) {
        animation.pause();
        animation.currentTime = moment;
      }
    return elements.flatMap((element) =>
      getComputedStyle(element).opacity === '0' ? [] : [/theme-(\w+)/.exec(element.className)?.[1]],
    );
  }, time);

test('the phone takes over the typed handle as name, address and email address', async ({ page }) => {
  await page.goto('/');
  await expect(phone(page)).toHaveAccessibleName('The example profile on a phone');
  await expect(phone(page)).toContainText('Digital Universe');
  await page.getByRole('textbox', { name: 'Your handle' }).fill('maya.makes');
  await expect(phone(page)).toHaveAccessibleName('Your page on a phone');
  await expect(faces(page).first()).toContainText('Maya Makes');
  await expect(faces(page).first()).toContainText(/^MMMaya Makes.*\/maya\.makes$/);
  await expect(phone(page)).toContainText('maya.makes@localhost');
  await page.getByRole('textbox', { name: 'Your handle' }).fill('');
  await expect(phone(page)).toContainText('Digital Universe');
});

test('the phone shows another theme every three seconds without script, and dots choose one', async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ baseURL: app.url, reducedMotion: 'no-preference' });
  const page = await context.newPage();
  // Only the style sheet is at work.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/');
  await expect(faces(page)).toHaveCount(THEME_IDS.length);
  for (const [index, id] of THEME_IDS.entries()) {
    // The delays of the animations are part of their time: a screen is fully shown 0.6 s after its own begins.
    const opacity = await faces(page)
      .nth(index)
      .evaluate((element) => {
        const [animation] = element.getAnimations();
        if (!animation) return 'no animation';
        animation.pause();
        animation.currentTime = Number(animation.effect?.getTiming().delay) + 1500;
        return getComputedStyle(element).opacity;
      });
    expect([id, opacity]).toEqual([id, '1']);
  }
  const group = page.getByRole('group', { name: 'Theme on the phone' });
  await expect(group.getByRole('radio')).toHaveCount(THEME_IDS.length + 1);
  await group.getByRole('radio', { name: 'royal' }).check();
  await expect(faces(page).nth(THEME_IDS.indexOf('royal'))).toHaveCSS('opacity', '1');
  await expect(faces(page).nth(0)).toHaveCSS('opacity', '0');
  expect(await page.evaluate(() => document.querySelectorAll('.landing-screen > *')[0]?.getAnimations().length)).toBe(
    0,
  );
  // All screens are in one place; only the chosen one is visible on the phone.
  const seen = await faces(page)
    .nth(THEME_IDS.indexOf('royal'))
    .evaluate((element) => [element, element.parentElement].map((box) => box?.getBoundingClientRect().toJSON()));
  expect(seen[0]).toEqual(seen[1]);
  await group.getByRole('radio', { name: 'royal' }).press('ArrowRight');
  await expect(group.getByRole('radio', { name: 'holographic' })).toBeChecked();
  await expect(faces(page).nth(THEME_IDS.indexOf('holographic'))).toHaveCSS('opacity', '1');
  await context.close();
});

test('every three seconds, one screen fades in over the previous one', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await expect(faces(page)).toHaveCount(THEME_IDS.length);
  // After the delay of the first screen, all animations have the same time.
  for (const [moment, shown] of [
    [0, ['neon']],
    [2000, ['neon']],
    [2700, ['neon', 'minimal']],
    [4000, ['minimal']],
    [5700, ['minimal', 'ocean']],
    [(THEME_IDS.length - 1) * 3000 + 1000, [LAST]],
    // The first screen fades in under the last one.
    [THEME_IDS.length * 3000 - 300, ['neon', LAST]],
  ] as const) {
    expect([moment, await shownAt(page, moment)]).toEqual([moment, shown]);
  }
});

test('the phone is at rest under reduced motion, and while it is outside the screen', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const animations = () => faces(page).evaluateAll((all) => all.flatMap((element) => element.getAnimations()).length);
  await expect(faces(page).first()).toHaveCSS('opacity', '1');
  await expect(faces(page).nth(1)).toHaveCSS('opacity', '0');
  expect(await animations()).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(animations).toBe(THEME_IDS.length);
  const isRendered = () =>
    faces(page)
      .first()
      .evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
  await expect.poll(isRendered).toBe(true);
  await page.locator('footer').scrollIntoViewIfNeeded();
  await expect.poll(isRendered).toBe(false);
});

for (const [width, details] of [
  [390, {}],
  [1280, { tag: '@long' }],
] as const) {
  const title = `a strip shows the example profile in every theme and scrolls sideways by keyboard at ${width} px`;
  test(title, details, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/');
    const strip = page.getByRole('region', { name: 'All themes' });
    await expect(strip.getByRole('listitem')).toHaveText(THEME_IDS.map((id) => new RegExp(`${id}$`)));
    await strip.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => strip.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
    await expect
      .poll(() =>
        strip.evaluate((element) => [...element.querySelectorAll('img')].some((image) => image.naturalWidth > 0)),
      )
      .toBe(true);
    await expectAccessible(page, 'the landing page with its themes');
  });
}

test('all screens come from one picture, which is loaded once', async ({ page }) => {
  const pictures: string[] = [];
  page.on('request', (request) => request.resourceType() === 'image' && pictures.push(new URL(request.url()).pathname));
  await page.goto('/');
  await page.getByRole('region', { name: 'All themes' }).scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  expect(new Set(pictures.filter((path) => path.startsWith('/assets/theme-screens'))).size).toBe(1);
});
