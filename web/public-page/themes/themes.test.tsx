import { globSync, readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { THEME_IDS } from '../../../contract/profiles/themes.ts';
import { addAllThemes } from './all-themes.ts';
import { themeAssetsOf } from './theme-registry.ts';

addAllThemes();

/** Returns the drawing of a theme as markup. */
function drawingOf(id: string): string {
  const { Drawing } = themeAssetsOf(id);
  return renderToStaticMarkup(
    <svg aria-hidden="true">
      <Drawing />
    </svg>,
  );
}

const idsIn = (markup: string) => [...markup.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);

describe('theme drawings', () => {
  it('theme drawings have unique ids, because a screen with all themes is one document', () => {
    const ids = THEME_IDS.flatMap((id) => idsIn(drawingOf(id)));
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^np-/);
  });

  it.each(THEME_IDS)('the drawing of %s refers only to its own parts, and contains no text and no other file', (id) => {
    const markup = drawingOf(id);
    const ids = idsIn(markup);
    for (const [, hash, name] of markup.matchAll(/(?:href="|url\()(#?)([^")]*)/g)) {
      expect([hash, ids.includes(name)]).toEqual(['#', true]);
    }
    expect(markup).not.toMatch(/<(text|image|style|script|foreignObject)\b/);
  });
});

describe('theme styles', () => {
  it.each(THEME_IDS)('the styles of %s are small, name only the page, and load nothing', (id) => {
    const source = readFileSync(new URL(`./${id}.css`, import.meta.url), 'utf8');
    expect(themeAssetsOf(id).css).toBe(source);
    const css = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' ');
    expect(css.length).toBeLessThan(1600);
    for (const [, address = ''] of css.matchAll(/url\("?([^")]*)/g)) expect(address).toMatch(/^data:image\/svg\+xml,/);
    for (const [, selector = ''] of css.matchAll(/(?:^|[{}]) ?([^{}@;]+) \{/g)) {
      expect(selector).toMatch(/^(\.np\b|from|to|\d+%|\d+% ?, ?\d+%)/);
    }
  });
});

describe('custom properties', () => {
  it('the app sets no custom property that a page may leave unset, because the preview would inherit it', () => {
    const read = (pattern: string) => globSync(pattern).map((file) => readFileSync(file, 'utf8'));
    const optional = read('web/public-page/**/*.css').flatMap((css) => [...css.matchAll(/var\((--[\w-]+),/g)]);
    const app = read('web/app/*.css').join('');
    const names = new Set(optional.map(([, name = '']) => name));
    expect(names).toContain('--ring');
    expect([...names].filter((name) => new RegExp(`${name}\\s*:`).test(app))).toEqual([]);
  });
});
