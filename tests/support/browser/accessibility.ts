import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The rules of axe whose outcome depends on the theme: a theme changes colours only. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Checks a screen with axe in both themes, and that it does not scroll sideways. The page keeps its theme. `name` says
 * in a failure which screen it was.
 */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  const inFirstTheme = await violations(axe(page));
  await toggleTheme(page);
  const inOtherTheme = await violations(axe(page).withRules(COLOUR_RULES));
  await toggleTheme(page);
  const isTooWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect({ name, inFirstTheme, inOtherTheme, isTooWide }).toEqual({
    name,
    inFirstTheme: [],
    inOtherTheme: [],
    isTooWide: false,
  });
}

/** Skips what a passing test does not need: the lists of passed rules, and a blank page to merge the results of frames. */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

const toggleTheme = (page: Page) => page.evaluate(() => document.documentElement.classList.toggle('dark'));

async function violations(builder: AxeBuilder): Promise<string[]> {
  const result = await builder.analyze();
  return result.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
