import type { PublicProfile, ThemeConfig } from '../../contract/profiles.ts';
import { DEFAULT_THEME, themeConfigOf } from '../../contract/themes.ts';
import base from './public-page.css?inline';
import { themeAssetsOf } from './themes/theme-registry.ts';

const COLOUR = /^(?:#(?:[0-9a-f]{3,4}){1,2}|rgba?\([\d., %/]+\))$/i;
const GRADIENT = /^(?:linear|radial)-gradient\((?:[\w#., %]|rgba?\([\d., %/]+\))+\)$/i;
const FONTS = /^[\w\s,"-]+$/;

/** The tokens of a theme as they may stand in a style sheet: whatever isn't a colour, gradient or font list falls back. */
export function safeTokens(config: ThemeConfig, fallback: ThemeConfig): ThemeConfig {
  const colour = (value: string, other: string) => (COLOUR.test(value) ? value : other);
  return {
    background: GRADIENT.test(config.background) ? config.background : colour(config.background, fallback.background),
    cardBg: colour(config.cardBg, fallback.cardBg),
    primaryColor: colour(config.primaryColor, fallback.primaryColor),
    secondaryColor: colour(config.secondaryColor, fallback.secondaryColor),
    textColor: colour(config.textColor, fallback.textColor),
    fontFamily: FONTS.test(config.fontFamily) ? config.fontFamily : fallback.fontFamily,
  };
}

/** The first colour of a background: what a browser paints around the page. */
export function edgeColour(background: string): string {
  return /#[0-9a-f]{3,8}|rgba?\([^)]*\)/i.exec(background)?.[0] ?? '#000000';
}

/** Our own style sheets without comments and without the space that means nothing. */
export function minifyCss(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*([{};,])\s*/g, '$1')
    .replace(/(?<=[{;][a-z-]+): /g, ':')
    .replaceAll(';}', '}')
    .trim();
}

/** The rules of every page of this kind, without any colour. */
export const BASE = minifyCss(base);

/** All the CSS a profile needs, its own theme only; every rule is scoped to `.np`, so it may stand in a shadow root. */
export function pageStyle({ themeConfig, template }: Pick<PublicProfile, 'themeConfig' | 'template'>): string {
  const tokens = safeTokens(themeConfig, themeConfigOf(template || DEFAULT_THEME));
  const variables =
    `--bg:${tokens.background};--card:${tokens.cardBg};--primary:${tokens.primaryColor};` +
    `--secondary:${tokens.secondaryColor};--text:${tokens.textColor};--font:${tokens.fontFamily}`;
  return `.np{${variables}}${BASE}${minifyCss(themeAssetsOf(template).css)}`;
}
