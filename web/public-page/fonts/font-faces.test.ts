import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FONT_IDS } from '../../../contract/profiles/look.ts';
import { fontFaceCss, fontFamilyOf } from './font-faces.ts';
import { FONT_FILES, LATIN, LATIN_EXT } from './font-files.ts';

const FOLDER = 'node_modules/@fontsource';
const MAX_BYTES = 20 * 1024;

/** Returns the path of a file in its package; the development server gives the path below the project's folder. */
const onDisk = (url: string) => url.slice(url.indexOf(FOLDER));

describe.each(FONT_IDS)('the font %s', (id) => {
  const { latin, latinExt } = FONT_FILES[id];

  it('each font has a Latin and an extended Latin file of the same weight, each of at most 20 KB', () => {
    expect(onDisk(latin)).toMatch(new RegExp(`^${FOLDER}/${id}/files/${id}-latin-\\d00-normal\\.woff2$`));
    expect(onDisk(latinExt)).toBe(onDisk(latin).replace('-latin-', '-latin-ext-'));
    for (const url of [latin, latinExt]) {
      expect(statSync(onDisk(url)).size).toBeLessThanOrEqual(MAX_BYTES);
      // Vite inlines smaller files, which the policy of the page would block.
      expect(statSync(onDisk(url)).size).toBeGreaterThan(4096);
    }
  });

  it('each font is divided at the characters that its package states', () => {
    const ranges = JSON.parse(readFileSync(`${FOLDER}/${id}/unicode.json`, 'utf8'));
    expect([LATIN, LATIN_EXT]).toEqual([ranges.latin, ranges['latin-ext']]);
  });

  it('each font is under the SIL Open Font License', () => {
    expect(readFileSync(`${FOLDER}/${id}/LICENSE`, 'utf8')).toContain('SIL Open Font License, Version 1.1');
  });

  it('each font has two rules with our files, which do not hide text while they load, and one for its fallback', () => {
    const rules = fontFaceCss(id).match(/@font-face\{[^}]*\}/g) ?? [];
    expect(rules.join('')).toBe(fontFaceCss(id));
    const [first, second, fallback] = rules;
    expect(rules).toHaveLength(3);
    for (const [rule, url, range] of [
      [first, latin, LATIN],
      [second, latinExt, LATIN_EXT],
    ]) {
      expect(rule).toContain(`font-family:np-${id};`);
      // Covers all weights, because browsers would embolden a font that lacks the one that a heading asks for.
      expect(rule).toContain('font-weight:100 900;font-display:swap;');
      expect(rule).toContain(`src:url(${url})format("woff2");unicode-range:${range}}`);
      expect(url).toMatch(/^\/[\w@./-]+$/);
    }
    expect(fallback).toMatch(
      new RegExp(`font-family:np-${id}-fallback;.*src:local.*;size-adjust:[\\d.]+%;ascent-override:[\\d.]+%`),
    );
  });

  it('each font has a family that begins with the font and its fallback and ends with a generic one', () => {
    const family = fontFamilyOf(id).split(', ');
    expect(family.slice(0, 2)).toEqual([`np-${id}`, `np-${id}-fallback`]);
    expect(family.at(-1)).toMatch(/^(sans-serif|serif|monospace)$/);
  });
});
