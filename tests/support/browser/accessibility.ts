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
  const inOtherTheme = await colourViolations(page);
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

/** Runs the colour rules with the copy of axe that `violations` has left in the page. */
function colourViolations(page: Page): Promise<string[]> {
  return page.evaluate(async (values) => {
    type Axe = { run(options: object): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }> };
    const { axe } = window as unknown as { axe: Axe };
    const result = await axe.run({ runOnly: { type: 'rule', values }, resultTypes: ['violations'] });
    return result.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  }, COLOUR_RULES);
}

async function violations(builder: AxeBuilder): Promise<string[]> {
  const result = await builder.analyze();
  return result.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
