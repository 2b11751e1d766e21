import { accentGradient, accentText } from '../../../../contract/site/accent.ts';
import type { SiteIdentity } from '../../../../contract/site/site-identity.ts';

/** Colours of an email in one theme, the same as in the app (web/app/tokens.css). */
interface Palette {
  background: string;
  surface: string;
  raised: string;
  border: string;
  text: string;
  soft: string;
  link: string;
  button: string;
  onButton: string;
}

/** The colours in the inline styles. Pure black and white are left out: programs that force a dark theme distort them most. */
export const LIGHT: Palette = {
  background: '#f4f6fa',
  surface: '#fefefe',
  raised: '#f4f6fa',
  border: '#e0e4ec',
  text: '#0e1320',
  soft: '#525b6d',
  link: '#00707d',
  button: '#0b0f1a',
  onButton: '#fefefe',
};

/** The colours in the style sheet, for programs that know prefers-color-scheme. */
export const DARK: Palette = {
  background: '#0a0c14',
  surface: '#11141e',
  raised: '#1b2030',
  border: '#252b3b',
  text: '#f2f4f9',
  soft: '#a0a9bb',
  link: '#4fe9f2',
  button: '#f2f4f9',
  onButton: '#0e1320',
};

/** The colours that follow the accent of the site. */
export interface EmailAccent {
  /** A gradient, which no program that forces a dark theme changes. */
  line: string;
  /** The colour where gradients are not supported. */
  plain: string;
  link: string;
  darkLink: string;
}

const STANDARD: EmailAccent = {
  line: 'linear-gradient(100deg,#00f5ff,#7d7bff 50%,#ff0084)',
  plain: '#7d7bff',
  link: LIGHT.link,
  darkLink: DARK.link,
};

/** Returns the colours of the accent, in which links keep the contrast of WCAG 2.2 AA. */
export function emailAccent({ accent }: Pick<SiteIdentity, 'accent'>): EmailAccent {
  if (accent === null) return STANDARD;
  const { start, middle, end } = accentGradient(accent);
  return {
    line: `linear-gradient(100deg,${start},${middle} 50%,${end})`,
    plain: middle,
    link: accentText(accent, [LIGHT.background, LIGHT.surface]),
    darkLink: accentText(accent, [DARK.background, DARK.surface]),
  };
}

export const INK = '#0b0f1a';
