import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lowestContrast } from '../colours/contrast.ts';
import { accentStyle, SURFACES } from './accent.ts';

const ACCENTS = ['#0a7d32', '#000000', '#ffffff', '#ffff00', '#7f7f7f', ['#ff0000', '#00ff00'], ['#001a00', '#e8ffe8']];

/** Returns the properties of a block of the style. */
function propertiesOf(style: string, selector: string): Record<string, string> {
  const [, block = ''] = style.split(`${selector}{`);
  const [declarations = ''] = block.split('}');
  return Object.fromEntries(declarations.split(';').map((line) => line.slice(2).split(':') as [string, string]));
}

describe('the accent of a site', () => {
  it('changes nothing without an accent', () => {
    expect(accentStyle(null)).toBe('');
  });

  it('is derived for the surfaces of the app, and sets properties that the app has', () => {
    const tokens = readFileSync('web/app/tokens.css', 'utf8');
    for (const [name, colour] of Object.entries({ ...SURFACES.light, ...SURFACES.dark })) {
      expect(tokens).toContain(`--${name === 'soft' ? 'text-soft' : name}: ${colour};`);
    }
    for (const name of Object.keys(propertiesOf(accentStyle('#0a7d32'), ':root')))
      expect(tokens).toContain(`--${name}:`);
  });

  it.each(ACCENTS.map((accent) => [String(accent), accent]))('keeps the contrast of WCAG 2.2 AA: %s', (_, accent) => {
    const style = accentStyle(accent);
    for (const [selector, { background, surface, muted, hover, soft }] of [
      [':root', SURFACES.light],
      [':root.dark', SURFACES.dark],
    ] as const) {
      const own = propertiesOf(style, selector);
      const surfaces = [background, surface, muted, hover, own['accent-surface'] ?? '', own.sky ?? ''];
      const universe = own.universe?.match(/#[\da-f]{6}/g) ?? [];
      expect(universe).toHaveLength(3);
      for (const text of [own.accent, own.magenta, ...universe]) {
        expect(lowestContrast(text ?? '', surfaces)).toBeGreaterThanOrEqual(4.5);
      }
      expect(lowestContrast(own.focus ?? '', surfaces)).toBeGreaterThanOrEqual(3);
      const sky = [own.sky, own['sky-low'], own['sky-near'], own['sky-far']].map(String);
      expect(lowestContrast(soft, sky)).toBeGreaterThanOrEqual(4.5);
    }
    const brand = propertiesOf(style, ':root');
    expect(lowestContrast('#0b0f1a', [brand['brand-cyan'], brand['brand-magenta']].map(String))).toBeGreaterThanOrEqual(
      3,
    );
    expect(lowestContrast('#ffffff', [brand['night-near'], brand['night-far']].map(String))).toBeGreaterThanOrEqual(
      4.5,
    );
  });
});
