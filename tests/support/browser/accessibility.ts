import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The rules of axe whose outcome depends on the theme: a theme changes colours only. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Checks a screen with axe in both themes, and that it does not scroll sideways. The page keeps its theme. A failure names
 * the screen by `name`.
 */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  // A dialog of a document that was checked before finds its copy of axe.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const inFirstTheme = await (isLoaded ? violationsAgain(page, {}) : violations(axe(page)));
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
export function colourViolations(page: Page): Promise<string[]> {
  return violationsAgain(page, { runOnly: { type: 'rule', values: COLOUR_RULES } });
}

/** Runs axe with its own options and the copy that an earlier run has left in the page: it takes longer to load than to run. */
export function violationsAgain(page: Page, options: object): Promise<string[]> {
  return page.evaluate(
    async (given) => {
      type Axe = { run(options: object): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }> };
      const { axe } = window as unknown as { axe: Axe };
      const result = await axe.run(given);
      return result.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
    },
    { ...options, resultTypes: ['violations'] },
  );
}

async function violations(builder: AxeBuilder): Promise<string[]> {
  const result = await builder.analyze();
  return result.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** Returns elements whose content is cut off or that are outside the page. */
export const cutOff = (page: Page): Promise<string[]> =>
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
