import { describe, expect, it } from 'vitest';
import { DEFAULT_THEME, THEME_IDS, THEMES, themeConfigOf, themeIdOf } from './themes.ts';

type Rgb = [number, number, number];

function parse(colour: string): { rgb: Rgb; alpha: number } {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(colour);
  if (hex) return { rgb: hex.slice(1).map((pair) => Number.parseInt(pair, 16)) as Rgb, alpha: 1 };
  const rgba = /^rgba\((\d+), (\d+), (\d+), ([\d.]+)\)$/.exec(colour);
  if (!rgba) throw new Error(`unsupported colour notation: ${colour}`);
  return { rgb: rgba.slice(1, 4).map(Number) as Rgb, alpha: Number(rgba[4]) };
}

function over(top: { rgb: Rgb; alpha: number }, below: Rgb): Rgb {
  return top.rgb.map((value, i) => value * top.alpha + (below[i] ?? 0) * (1 - top.alpha)) as Rgb;
}

/** Relative luminance as defined by WCAG 2.2. */
function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: Rgb, b: Rgb): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

describe('theme contrast', () => {
  it('the contrast function returns the ratios of WCAG 2.2', () => {
    expect(contrast([255, 255, 255], [0, 0, 0])).toBeCloseTo(21, 5);
    expect(contrast(parse('#767676').rgb, [255, 255, 255])).toBeCloseTo(4.54, 2);
  });

  it.each(THEME_IDS)('the text of theme %s has a contrast of at least 4.5 on its background and its cards', (id) => {
    const { background, cardBg, primaryColor, textColor } = THEMES[id].config;
    const stops = background.match(/#[0-9a-f]{6}/g) ?? [];
    expect(stops.length).toBeGreaterThan(0);
    for (const stop of stops) {
      const page = parse(stop).rgb;
      for (const surface of [page, over(parse(cardBg), page)]) {
        expect(contrast(parse(textColor).rgb, surface), `text on ${stop}`).toBeGreaterThanOrEqual(4.5);
        expect(contrast(parse(primaryColor).rgb, surface), `primary on ${stop}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });
});

describe('THEMES', () => {
  it('each theme has a distinct name and background', () => {
    expect(new Set(THEME_IDS.map((id) => THEMES[id].config.background)).size).toBe(THEME_IDS.length);
    expect(new Set(THEME_IDS.map((id) => THEMES[id].name)).size).toBe(THEME_IDS.length);
  });

  it('themeConfigOf returns the default theme for an unknown id', () => {
    expect(themeConfigOf('royal')).toBe(THEMES.royal.config);
    for (const id of ['', 'NEON', 'constructor', '__proto__', 'vaporwave']) {
      expect(themeIdOf(id)).toBe(DEFAULT_THEME);
      expect(themeConfigOf(id)).toBe(THEMES[DEFAULT_THEME].config);
    }
  });
});
