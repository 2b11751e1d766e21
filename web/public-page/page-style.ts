import type { PublicProfile, ThemeConfig } from '../../contract/profiles/profiles.ts';
import { DEFAULT_THEME, themeConfigOf } from '../../contract/profiles/themes.ts';
import base from './public-page.css?inline';
import { themeAssetsOf } from './themes/theme-registry.ts';

const COLOUR = /^(?:#(?:[0-9a-f]{3,4}){1,2}|rgba?\([\d., %/]+\))$/i;
const GRADIENT = /^(?:linear|radial)-gradient\((?:[\w#., %]|rgba?\([\d., %/]+\))+\)$/i;
const FONTS = /^[\w\s,"-]+$/;

/** Returns theme tokens that are safe in a style sheet. Values that are no colour, gradient or font list are replaced. */
export function safeTokens(config: ThemeConfig, fallback: ThemeConfig): ThemeConfig {
  const colour = (value: string, fallbackValue: string) => (COLOUR.test(value) ? value : fallbackValue);
  return {
    background: GRADIENT.test(config.background) ? config.background : colour(config.background, fallback.background),
    cardBg: colour(config.cardBg, fallback.cardBg),
    primaryColor: colour(config.primaryColor, fallback.primaryColor),
    secondaryColor: colour(config.secondaryColor, fallback.secondaryColor),
    textColor: colour(config.textColor, fallback.textColor),
    fontFamily: FONTS.test(config.fontFamily) ? config.fontFamily : fallback.fontFamily,
  };
}

/** Returns the first colour of a background, which browsers paint around the page. */
export function edgeColour(background: string): string {
  return /#[0-9a-f]{3,8}|rgba?\([^)]*\)/i.exec(background)?.[0] ?? '#000000';
}

/** Removes comments and insignificant white space from our own style sheets. */
export function minifyCss(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*([{};,])\s*/g, '$1')
    .replace(/(?<=[{;][a-z-]+): /g, ':')
    .replaceAll(';}', '}')
    .trim();
}

/** The rules of all public pages, without colours. */
export const BASE = minifyCss(base);

/** Returns the CSS of a profile with only its own theme. Rules are scoped to `.np`, so they also work in a shadow root. */
export function pageStyle({ themeConfig, template }: Pick<PublicProfile, 'themeConfig' | 'template'>): string {
  const tokens = safeTokens(themeConfig, themeConfigOf(template || DEFAULT_THEME));
  const variables =
    `--bg:${tokens.background};--card:${tokens.cardBg};--primary:${tokens.primaryColor};` +
    `--secondary:${tokens.secondaryColor};--text:${tokens.textColor};--font:${tokens.fontFamily}`;
  return `.np{${variables}}${BASE}${minifyCss(themeAssetsOf(template).css)}`;
}
