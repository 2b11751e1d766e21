import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canCarryText,
  coloursOf,
  contrast,
  lowestContrast,
  over,
  readable,
  withAlpha,
} from '../../../contract/colours/contrast.ts';
import type { Background } from '../../../contract/profiles/look.ts';
import { THEME_IDS, THEMES } from '../../../contract/profiles/themes.ts';
import { pageColours } from './page-colours.ts';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
/** Colours near the middle of the lightness, where neither black nor white has much contrast, are the difficult ones. */
const grey = fc.integer({ min: 96, max: 140 }).map((value) => `#${value.toString(16).repeat(3)}`);
const anyColour = fc.oneof(
  { weight: 4, arbitrary: colour },
  grey,
  fc.constantFrom('#000000', '#ffffff', '#ff0000', '#ffff00'),
);
const background: fc.Arbitrary<Background> = fc.oneof(
  fc.record({ kind: fc.constant('colour' as const), colour: anyColour }),
  fc.record({
    kind: fc.constant('gradient' as const),
    from: anyColour,
    to: anyColour,
    angle: fc.integer({ min: 0, max: 360 }),
  }),
  fc.constant({ kind: 'picture' as const, image: '/media/background-0123456789abcdef-960.webp' }),
);
const look = fc.record({ accent: fc.option(anyColour), background: fc.option(background) });

/** A colour of the tinted surface behind icons: 14 percent of the primary colour (public-page.css). */
const chipOn = (primary: string, card: string) => over(withAlpha(primary, 0.14), card);

describe('pageColours', () => {
  it.each(THEME_IDS)('keeps the contrast of AA over %s, whatever the owner chooses', (id) => {
    fc.assert(
      fc.property(look, (chosen) => {
        const page = pageColours(THEMES[id].config, chosen);
        const surfaces = page.plate ? [page.plate] : coloursOf(page.background);
        const cards = surfaces.map((surface) => over(page.cardBg, surface));
        expect(lowestContrast(page.textColor, [...surfaces, ...cards])).toBeGreaterThanOrEqual(4.5);
        expect(lowestContrast(page.primaryColor, [...surfaces, ...cards])).toBeGreaterThanOrEqual(4.5);
        expect(contrast(page.on, page.primaryColor)).toBeGreaterThanOrEqual(4.5);
        for (const card of cards) {
          expect(contrast(page.primaryColor, chipOn(page.primaryColor, card))).toBeGreaterThanOrEqual(3);
          expect(contrast(over(page.edge, card), card)).toBeGreaterThanOrEqual(3);
        }
      }),
      { numRuns: 400 },
    );
  });

  it.each(THEME_IDS)('leaves the colours of %s unchanged if the owner chose none', (id) => {
    const { config } = THEMES[id];
    expect(pageColours(config, null)).toMatchObject(config);
    expect(pageColours(config, { accent: null, background: null })).toMatchObject(config);
    expect(pageColours(config, null).plate).toBeUndefined();
  });

  it('keeps a readable accent, and changes only the lightness of any other', () => {
    const { config } = THEMES.minimal;
    expect(pageColours(config, { accent: '#7a1fa2', background: null }).primaryColor).toBe('#7a1fa2');
    const yellow = pageColours(config, { accent: '#ffe600', background: null }).primaryColor;
    expect(yellow).not.toBe('#ffe600');
    expect(yellow).toMatch(/^#[5-9a][4-9a]?[0-9a-f]+00$|^#[0-9a-f]{4}[0-2][0-9a-f]$/);
  });

  it('puts a plate under the text over a picture, and over a gradient from dark to light', () => {
    const { config } = THEMES.ocean;
    const plateOf = (background: Background) => pageColours(config, { accent: null, background }).plate;
    expect(plateOf({ kind: 'picture', image: '/media/background-0123456789abcdef-960.webp' })).toBe('#e6f7fb');
    expect(plateOf({ kind: 'gradient', from: '#000000', to: '#ffffff', angle: 90 })).toBe('#e6f7fb');
    expect(plateOf({ kind: 'gradient', from: '#0b1020', to: '#3b0764', angle: 90 })).toBeUndefined();
    expect(plateOf({ kind: 'colour', colour: '#777777' })).toBeUndefined();
  });
});

describe('contrast', () => {
  it('computes the ratios of WCAG 2.2', () => {
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
    expect(lowestContrast('#767676', ['#ffffff', '#808080'])).toBeLessThan(1.5);
  });

  it('samples the mixtures of a gradient, which can be darker than its ends', () => {
    expect(coloursOf('linear-gradient(90deg, #ff0000, #00ff00)')).toContain('#808000');
    expect(coloursOf('#123456')).toEqual(['#123456']);
    expect(canCarryText(coloursOf('linear-gradient(#000000, #ffffff)'))).toBe(false);
  });

  it('readable returns a passing colour unchanged, and black or white if no colour passes', () => {
    expect(readable('#123456', ['#ffffff'], 4.5)).toBe('#123456');
    expect(readable('#777777', ['#777777'], 21)).toBe('#000000');
    expect(contrast(readable('#ff0000', ['#000000'], 7), '#000000')).toBeGreaterThanOrEqual(7);
  });

  it('over mixes by alpha', () => {
    expect(over('rgba(255, 255, 255, 0.5)', '#000000')).toBe('#808080');
    expect(over(withAlpha('#ff0000', 1), '#000000')).toBe('#ff0000');
  });
});
