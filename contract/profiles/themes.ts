import type { ThemeConfig } from './profiles.ts';

/** The style of a part of a page in a thumbnail, with lengths in pixels or CSS. */
interface SketchShape {
  borderRadius?: number | string;
  borderColor?: string;
  boxShadow?: string;
  marginInlineStart?: string;
  rotate?: string;
}

export interface Theme {
  name: string;
  description: string;
  config: ThemeConfig;
  /** The font of the name in the social image, if it is not Inter. */
  nameFont?: string;
  /** The frame of the picture, if it is not a circle; a number is the radius of a square frame. */
  picture?: SketchShape;
  /** The cards, if they are not round. */
  card?: SketchShape;
  /**
   * The plate of the social image, if it is not round: its radius in pixels, and whether it has the same edges as the
   * cards.
   */
  plate?: { radius: number; hardEdges?: true };
}

const SYSTEM = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const ROUNDED = 'ui-rounded, "SF Pro Rounded", "Hiragino Maru Gothic ProN", Quicksand, Nunito, system-ui, sans-serif';
const SERIF = 'Georgia, "Times New Roman", serif';
const OLD_STYLE =
  '"Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", "URW Palladio L", P052, Georgia, serif';
const MONOSPACE = 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace';
const TECHNICAL =
  'Bahnschrift, "DIN Alternate", "Avenir Next", "Nimbus Sans", Roboto, "Helvetica Neue", Arial, sans-serif';
const HUMANIST = 'Optima, Candara, "Gill Sans", "Gill Sans MT", Seravek, Ubuntu, "Trebuchet MS", sans-serif';
const GROTESQUE = '"Helvetica Neue", "Arial Nova", "Nimbus Sans", "Liberation Sans", Arial, sans-serif';

/** Text has a contrast of at least 4.5:1 (WCAG 2.2 AA) on every stop of the background and on the card over it. */
const ROWS = {
  neon: {
    name: 'Neon Nights',
    description: 'Electric cyan and magenta: an arcade at night.',
    config: {
      background: 'linear-gradient(135deg, #4c1d95, #6f1db8, #3b0764)',
      cardBg: 'rgba(255, 255, 255, 0.1)',
      primaryColor: '#00f5ff',
      secondaryColor: '#ff0084',
      textColor: '#ffffff',
      fontFamily: SYSTEM,
    },
  },
  minimal: {
    name: 'Minimal Clean',
    description: 'Paper, ink and hairlines. Nothing else.',
    config: {
      background: '#fafafa',
      cardBg: '#ffffff',
      primaryColor: '#111827',
      secondaryColor: '#6b7280',
      textColor: '#111827',
      fontFamily: SYSTEM,
    },
    card: { borderRadius: 0 },
  },
  ocean: {
    name: 'Ocean Breeze',
    description: 'Still water in the morning light.',
    config: {
      background: 'linear-gradient(180deg, #e6f7fb, #bfe9f5)',
      cardBg: 'rgba(255, 255, 255, 0.75)',
      primaryColor: '#00567f',
      secondaryColor: '#007a7a',
      textColor: '#053047',
      fontFamily: SYSTEM,
    },
  },
  sunset: {
    name: 'Sunset Glow',
    description: 'The last warm light over the hills.',
    config: {
      background: 'linear-gradient(160deg, #5b1a4a, #9c2140, #ab340c)',
      cardBg: 'rgba(42, 10, 26, 0.35)',
      primaryColor: '#ffd08a',
      secondaryColor: '#ff9d6c',
      textColor: '#fff7ed',
      fontFamily: SYSTEM,
    },
  },
  forest: {
    name: 'Forest Deep',
    description: 'Moss, fir trees and shade.',
    config: {
      background: 'linear-gradient(180deg, #0f2e1d, #1e4d2b)',
      cardBg: 'rgba(255, 255, 255, 0.08)',
      primaryColor: '#b5e853',
      secondaryColor: '#34d399',
      textColor: '#f1f8ee',
      fontFamily: SYSTEM,
    },
  },
  galaxy: {
    name: 'Galaxy Explorer',
    description: 'Far from here, among the stars.',
    config: {
      background: 'linear-gradient(160deg, #05010f, #1b1147, #32106b)',
      cardBg: 'rgba(255, 255, 255, 0.08)',
      primaryColor: '#b7a3ff',
      secondaryColor: '#22d3ee',
      textColor: '#f5f3ff',
      fontFamily: SYSTEM,
    },
  },
  candy: {
    name: 'Candy Pop',
    description: 'Round, pink and sweet as a shop window.',
    config: {
      background: 'linear-gradient(135deg, #ffe4f1, #ffd6e8, #e9d5ff)',
      cardBg: 'rgba(255, 255, 255, 0.7)',
      primaryColor: '#a8124f',
      secondaryColor: '#6d28d9',
      textColor: '#581c47',
      fontFamily: ROUNDED,
    },
    nameFont: 'Nunito ExtraBold',
  },
  midnight: {
    name: 'Midnight Dark',
    description: 'Quiet and sober, easy on the eyes.',
    config: {
      background: 'linear-gradient(180deg, #0b0f19, #111827)',
      cardBg: 'rgba(255, 255, 255, 0.06)',
      primaryColor: '#7db5ff',
      secondaryColor: '#94a3b8',
      textColor: '#e5e7eb',
      fontFamily: SYSTEM,
    },
  },
  royal: {
    name: 'Royal Gold',
    description: 'Gold on plum, set in a serif.',
    config: {
      background: 'linear-gradient(160deg, #14102b, #2a1a4a)',
      cardBg: 'rgba(230, 193, 90, 0.1)',
      primaryColor: '#e6c15a',
      secondaryColor: '#c9a23f',
      textColor: '#fdf6e3',
      fontFamily: SERIF,
    },
    nameFont: 'Lora Bold',
    card: { borderRadius: 1 },
  },
  holographic: {
    name: 'Holographic',
    description: 'Foil that changes with the light.',
    config: {
      background: 'linear-gradient(120deg, #e0f2fe, #ede9fe, #fce7f3, #dcfce7)',
      cardBg: 'rgba(255, 255, 255, 0.65)',
      primaryColor: '#6d28d9',
      secondaryColor: '#0e7490',
      textColor: '#1e1b4b',
      fontFamily: SYSTEM,
    },
  },
  paper: {
    name: 'Paper Keepsake',
    description: 'A flower pressed between two cream pages.',
    config: {
      background: 'linear-gradient(180deg, #f8f1e2, #f2e7d0)',
      cardBg: 'rgba(255, 253, 246, 0.85)',
      primaryColor: '#96332b',
      secondaryColor: '#6b7445',
      textColor: '#3b2a20',
      fontFamily: OLD_STYLE,
    },
    nameFont: 'Fraunces SemiBold',
    picture: { borderRadius: 2, borderColor: '#fffdf6', rotate: '-4deg' },
    card: { borderRadius: 2 },
    plate: { radius: 6 },
  },
  terminal: {
    name: 'Terminal Green',
    description: 'Green phosphor, and a cursor that waits for you.',
    config: {
      background: '#060d08',
      cardBg: 'rgba(61, 255, 122, 0.05)',
      primaryColor: '#3dff7a',
      secondaryColor: '#178f45',
      textColor: '#c8f5d4',
      fontFamily: MONOSPACE,
    },
    nameFont: 'Space Mono Bold',
    picture: { borderRadius: 0, marginInlineStart: '20%' },
    card: { borderRadius: 0 },
    plate: { radius: 0 },
  },
  blueprint: {
    name: 'Blueprint Draft',
    description: 'White lines on blue: the plan of a house.',
    config: {
      background: 'linear-gradient(180deg, #12489c, #0c3679)',
      cardBg: 'rgba(7, 34, 82, 0.55)',
      primaryColor: '#ffffff',
      secondaryColor: '#8fc3ff',
      textColor: '#e8f1ff',
      fontFamily: TECHNICAL,
    },
    card: { borderRadius: 0 },
    plate: { radius: 0 },
  },
  bloom: {
    name: 'Bloom Garden',
    description: 'Flowers drawn in fine lines on deep green.',
    config: {
      background: 'linear-gradient(170deg, #0b2b24, #123f33)',
      cardBg: 'rgba(246, 236, 220, 0.05)',
      primaryColor: '#f4b9a7',
      secondaryColor: '#d98f83',
      textColor: '#f6ecdc',
      fontFamily: HUMANIST,
    },
    picture: { borderRadius: '16px 16px 4px 4px' },
    card: { borderRadius: '2px 8px' },
  },
  brick: {
    name: 'Brick Bold',
    description: 'Hard edges, thick lines and one loud colour.',
    config: {
      background: '#ff6a3d',
      cardBg: '#ffffff',
      primaryColor: '#111111',
      secondaryColor: '#ffffff',
      textColor: '#111111',
      fontFamily: GROTESQUE,
    },
    picture: { borderRadius: 0, boxShadow: '2px 2px 0 #111' },
    card: { borderRadius: 0, borderColor: '#111', boxShadow: '2px 2px 0 #111' },
    plate: { radius: 0, hardEdges: true },
  },
} satisfies Record<string, Theme>;

export type ThemeId = keyof typeof ROWS;
export const THEMES: Record<ThemeId, Theme> = ROWS;
export const THEME_IDS = Object.keys(ROWS) as ThemeId[];
export const DEFAULT_THEME: ThemeId = 'neon';

/** Returns the id if a theme has it, or else the id of the default theme. */
export function themeIdOf(id: string): ThemeId {
  return Object.hasOwn(ROWS, id) ? (id as ThemeId) : DEFAULT_THEME;
}

/** Returns the design tokens of a theme, or of the default theme for an unknown id. */
export function themeConfigOf(id: string): ThemeConfig {
  return THEMES[themeIdOf(id)].config;
}
