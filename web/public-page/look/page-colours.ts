import {
  canCarryText,
  coloursOf,
  companionOf,
  contrast,
  GRAPHIC_CONTRAST,
  lowestContrast,
  over,
  readable,
  TEXT_CONTRAST,
  withAlpha,
} from '../../../contract/colours/contrast.ts';
import type { Background, Look } from '../../../contract/profiles/look.ts';
import type { ThemeConfig } from '../../../contract/profiles/profiles.ts';

/** The colours of a page. Whatever its owner chose, text and icons keep the contrast of WCAG 2.2 AA. */
export interface PageColours extends ThemeConfig {
  /** Text on the primary colour. */
  on: string;
  /** The borders of fields. */
  edge: string;
  /** The surface of the whole column, if no text can be read on the background itself. */
  plate: string | undefined;
}

/** The contrast of body text, where the background allows it. */
const COMFORTABLE = 7;
/** The contrast of text that cannot keep its theme's colour, where the background allows it. */
const STRONG = 12;
/** The chroma (OKLCH) of that text: its hue was chosen for another background. */
const NEARLY_GREY = 0.02;

/**
 * Surfaces of cards on an owner's background, tried in this order after the theme's. The last ones suit every light or
 * dark text.
 */
const CARDS = [
  'rgba(255, 255, 255, 0.12)',
  'rgba(255, 255, 255, 0.6)',
  'rgba(0, 0, 0, 0.25)',
  'rgba(255, 255, 255, 0.45)',
];

/** Derives the colours of a page from its theme and what its owner has chosen. */
export function pageColours(theme: ThemeConfig, look: Pick<Look, 'accent' | 'background'> | null): PageColours {
  const own = look?.background ?? null;
  const accent = look?.accent ?? null;
  const background = own ? cssOf(own, theme) : theme.background;
  const shown = coloursOf(background);
  const plate = own && (own.kind === 'picture' || !canCarryText(shown)) ? coloursOf(theme.background)[0] : undefined;
  const surfaces = plate ? [plate] : shown;
  const tokens = { ...theme, background, plate };
  if (own) {
    if (lowestContrast(theme.textColor, surfaces) < COMFORTABLE) {
      tokens.textColor = readable(theme.textColor, surfaces, STRONG, NEARLY_GREY);
    }
    tokens.cardBg = cardOn(surfaces, tokens.textColor, theme.cardBg);
  }
  const cards = surfaces.map((surface) => over(tokens.cardBg, surface));
  if (own || accent) {
    tokens.primaryColor = readable(accent ?? theme.primaryColor, [...surfaces, ...cards], TEXT_CONTRAST);
    if (accent) tokens.secondaryColor = companionOf(tokens.primaryColor);
  }
  return {
    ...tokens,
    on: textOn(tokens.primaryColor, [surfaces[0] ?? '#000000', theme.textColor]),
    edge: edgeOn(cards, tokens.textColor),
  };
}

function cssOf(background: Background, theme: ThemeConfig): string {
  switch (background.kind) {
    case 'colour':
      return background.colour;
    case 'gradient':
      return `linear-gradient(${background.angle}deg, ${background.from}, ${background.to})`;
    case 'picture':
      return coloursOf(theme.background)[0] ?? '#000000';
  }
}

function cardOn(surfaces: readonly string[], text: string, ofTheme: string): string {
  const reads = (card: string) =>
    lowestContrast(
      text,
      surfaces.map((surface) => over(card, surface)),
    ) >= TEXT_CONTRAST;
  return [ofTheme, ...CARDS].find(reads) ?? 'rgba(0, 0, 0, 0)';
}

/** Returns a preferred colour that is easy to read on a surface, or else black or white. */
function textOn(surface: string, preferred: string[]): string {
  const found = preferred.find((colour) => contrast(colour, surface) >= COMFORTABLE);
  return found ?? readable(surface, [surface], 21);
}

const ALPHAS = [0.45, 0.55, 0.65, 0.75, 0.85];

/** Returns the faintest shade of the text that is visible as the border of a field. */
function edgeOn(cards: readonly string[], text: string): string {
  const shades = ALPHAS.map((alpha) => withAlpha(text, alpha));
  const seen = (shade: string) => cards.every((card) => contrast(over(shade, card), card) >= GRAPHIC_CONTRAST);
  return shades.find(seen) ?? text;
}
