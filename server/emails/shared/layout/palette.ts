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

/** The brand's colours in gradients, which no program that forces a dark theme changes. */
export const NEON = 'linear-gradient(100deg,#00f5ff,#7d7bff 50%,#ff0084)';
/** The brand's colour where gradients are not supported. */
export const NEON_FALLBACK = '#7d7bff';
export const INK = '#0b0f1a';
