import { companionOf, GRAPHIC_CONTRAST, over, readable, TEXT_CONTRAST, withAlpha } from '../colours/contrast.ts';
import type { SiteIdentity } from './site-identity.ts';

/** The surfaces of app documents, from web/app/tokens.css, on which a derived colour must be legible. */
export const SURFACES = {
  light: { background: '#f7f8fb', surface: '#ffffff', muted: '#eef0f5', hover: '#e6e9f0', soft: '#525b6d' },
  dark: { background: '#0a0c14', surface: '#11141e', muted: '#1b2030', hover: '#232a3c', soft: '#a0a9bb' },
};
type Surfaces = (typeof SURFACES)['light'];
const INK = '#0b0f1a';

/** The two ends of a site's gradient and its middle, with the contrast of icons on the dark surface of buttons. */
export interface AccentGradient {
  start: string;
  middle: string;
  end: string;
}

/** The gradient of a site without an accent. */
export const STANDARD_GRADIENT: AccentGradient = { start: '#00f5ff', middle: '#7d7bff', end: '#ff0084' };

/** Returns the gradient of an accent: of two colours, or of one and its neighbour on the circle of hues. */
export function accentGradient(accent: NonNullable<SiteIdentity['accent']>): AccentGradient {
  const [first = INK, second = companionOf(first)] = typeof accent === 'string' ? [accent] : accent;
  const [start, end] = [first, second].map((colour) => readable(colour, [INK], GRAPHIC_CONTRAST)) as [string, string];
  return { start, middle: over(withAlpha(end, 0.5), start), end };
}

/** Returns the accent as the colour of text on these surfaces. */
export function accentText(accent: NonNullable<SiteIdentity['accent']>, surfaces: readonly string[]): string {
  const first = typeof accent === 'string' ? accent : (accent[0] ?? INK);
  return readable(first, surfaces, TEXT_CONTRAST);
}

/** Returns the colours that a site with this accent uses: the two ends of its gradient, and the links of both themes. */
export function usedColours(
  accent: NonNullable<SiteIdentity['accent']>,
): Record<'start' | 'end' | 'light' | 'dark', string> {
  const gradient = accentGradient(accent);
  const link = (on: Surfaces) => themeColours(accent, gradient, on).accent;
  return { start: gradient.start, end: gradient.end, light: link(SURFACES.light), dark: link(SURFACES.dark) };
}

let latest = { accent: 'null', style: '' };

/**
 * Returns the style that gives a document the accent of the site, or an empty text for the standard accent. The
 * properties are those of web/app/tokens.css, and all texts keep the contrast of WCAG 2.2 AA.
 */
export function accentStyle(accent: SiteIdentity['accent']): string {
  if (accent === null) return '';
  const key = JSON.stringify(accent);
  if (latest.accent !== key) latest = { accent: key, style: styleOf(accent) };
  return latest.style;
}

function styleOf(accent: NonNullable<SiteIdentity['accent']>): string {
  const gradient = accentGradient(accent);
  const dark = declarations(themeColours(accent, gradient, SURFACES.dark));
  return [
    `:root{${declarations({ ...brandColours(gradient), ...themeColours(accent, gradient, SURFACES.light) })}}`,
    `:root.dark{${dark}}`,
    `@media (prefers-color-scheme:dark){:root.follow-system{${dark}}}`,
  ].join('');
}

function brandColours({ start, middle, end }: AccentGradient) {
  return {
    'brand-cyan': start,
    'brand-middle': middle,
    'brand-magenta': end,
    'brand-edge': start,
    night: over(withAlpha(end, 0.14), INK),
    'night-near': readable(start, ['#ffffff'], TEXT_CONTRAST),
    'night-far': readable(end, ['#ffffff'], TEXT_CONTRAST),
    glow: `0 8px 24px -8px ${withAlpha(start, 0.35)},0 8px 32px -12px ${withAlpha(end, 0.35)}`,
  };
}

function themeColours(accent: NonNullable<SiteIdentity['accent']>, gradient: AccentGradient, on: Surfaces) {
  const { background, surface, muted, hover, soft } = on;
  const { start, middle, end } = gradient;
  const tint = over(withAlpha(start, 0.12), surface);
  // Any mixture of these with the background is legible below the soft text.
  const [near, far] = [start, end].map((colour) => readable(colour, [soft], TEXT_CONTRAST)) as [string, string];
  const sky = over(withAlpha(near, 0.2), background);
  const surfaces = [background, surface, muted, hover, tint, over(withAlpha(near, 0.24), sky)];
  const text = (colour: string) => readable(colour, surfaces, TEXT_CONTRAST);
  return {
    accent: accentText(accent, surfaces),
    'accent-surface': tint,
    magenta: text(end),
    focus: readable(start, surfaces, GRAPHIC_CONTRAST),
    sky,
    'sky-low': over(withAlpha(near, 0.08), background),
    'sky-near': near,
    'sky-far': far,
    universe: `${text(start)},${text(middle)} 48%,${text(end)}`,
  };
}

function declarations(colours: Record<string, string>): string {
  return Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}
