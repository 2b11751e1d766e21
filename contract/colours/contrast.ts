import { hexOf, luminance, parseColour, toOklch, withinSrgb } from './colour-space.ts';

/** WCAG 2.2 AA: 1.4.3 for text, 1.4.11 for icons and the borders of fields. */
export const TEXT_CONTRAST = 4.5;
export const GRAPHIC_CONTRAST = 3;

/** Steps of lightness between a colour and black or white. */
const STEPS = 40;

/** Returns the contrast of two opaque colours (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  return ratio(luminance(one), luminance(other));
}

/** Returns the lowest contrast of a colour with several surfaces. */
export function lowestContrast(colour: string, surfaces: readonly string[]): number {
  return lowest(luminance(colour), surfaces.map(luminance));
}

const ratio = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

function lowest(luminance: number, surfaces: readonly number[]): number {
  return Math.min(...surfaces.map((surface) => ratio(luminance, surface)));
}

/**
 * Changes the lightness of a colour as little as possible to give it the contrast `wanted` with every surface, and
 * keeps its hue. If that is impossible, returns black or white, whichever has more contrast. A changed colour has at
 * most the chroma `maxChroma`.
 */
export function readable(colour: string, surfaces: readonly string[], wanted: number, maxChroma = 1): string {
  const luminances = surfaces.map(luminance);
  if (lowest(luminance(colour), luminances) >= wanted) return colour;
  const extreme = lowest(1, luminances) >= lowest(0, luminances) ? 1 : 0;
  const { l, c, ...rest } = toOklch(colour);
  for (let step = 1; step < STEPS; step++) {
    const hex = withinSrgb({ ...rest, c: Math.min(c, maxChroma), l: l + ((extreme - l) * step) / STEPS });
    if (lowest(luminance(hex), luminances) >= wanted) return hex;
  }
  return extreme === 1 ? '#ffffff' : '#000000';
}

/** Returns whether black or white text can be read on all of these surfaces. */
export function canCarryText(surfaces: readonly string[]): boolean {
  return Math.max(lowestContrast('#ffffff', surfaces), lowestContrast('#000000', surfaces)) >= TEXT_CONTRAST;
}

/** Returns the opaque colour that a colour with alpha makes over another. */
export function over(top: string, below: string): string {
  const a = parseColour(top);
  const b = parseColour(below);
  if (!a || !b) return below;
  const { alpha = 1 } = a;
  const mixed = (x: number, y: number) => x * alpha + y * (1 - alpha);
  return hexOf({ r: mixed(a.r, b.r), g: mixed(a.g, b.g), b: mixed(a.b, b.b) });
}

/** Returns the colour with this alpha, as CSS. */
export function withAlpha(colour: string, alpha: number): string {
  const { r, g, b } = parseColour(colour) ?? { r: 0, g: 0, b: 0 };
  const [red, green, blue] = [r, g, b].map((value) => Math.round(value * 255));
  return `rgba(${red}, ${green}, ${blue}, ${alpha})`;
}

/** Samples between two neighbouring stops: browsers mix them in sRGB, and the mixture can be darker than both. */
const SAMPLES = 16;

/** Returns the opaque colours of a background: of its one colour, or along its gradient. */
export function coloursOf(background: string): string[] {
  const stops = background.match(/#[0-9a-f]{3,8}|rgba?\([^)]*\)/gi) ?? [];
  const opaque = stops.map((stop) => over(stop, '#000000'));
  return opaque.flatMap((stop, index) => {
    const next = opaque[index + 1];
    if (next === undefined) return [stop];
    return Array.from({ length: SAMPLES }, (_, sample) => over(withAlpha(next, sample / SAMPLES), stop));
  });
}

/** Returns a second colour beside an accent: a neighbour on the circle of hues. */
export function companionOf(accent: string): string {
  const { l, c, h = 0 } = toOklch(accent);
  return withinSrgb({ mode: 'oklch', l: l > 0.5 ? l - 0.1 : l + 0.1, c, h: h + 45 });
}
