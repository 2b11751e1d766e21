import type { Block, BlockType } from '../../contract/blocks/blocks.ts';
import type { Layout } from '../../contract/profiles/look.ts';
import type { PublicProfile, ThemeConfig } from '../../contract/profiles/profiles.ts';
import { DEFAULT_THEME, themeConfigOf } from '../../contract/profiles/themes.ts';
import featuredCss from './blocks/featured.css?inline';
import gridCss from './blocks/grid.css?inline';
import iconsCss from './blocks/icons.css?inline';
import picturesCss from './blocks/pictures.css?inline';
import textCss from './blocks/text.css?inline';
import formsCss from './forms/forms.css?inline';
import { lookStyle } from './look/look-style.ts';
import noBlocksCss from './look/no-blocks.css?inline';
import { type PageColours, pageColours } from './look/page-colours.ts';
import { minifyCss } from './minify-css.ts';
import base from './public-page.css?inline';
import { themeAssetsOf } from './themes/theme-registry.ts';

const COLOUR = /^(?:#(?:[0-9a-f]{3,4}){1,2}|rgba?\([\d., %/]+\))$/i;
const GRADIENT = /^(?:linear|radial)-gradient\((?:[\w#., %]|rgba?\([\d., %/]+\))+\)$/i;
const FONTS = /^[\w\s,"-]+$/;

/**
 * Returns theme tokens that are safe in a style sheet. Any value other than a colour, gradient or font list is
 * replaced.
 */
function safeTokens(config: ThemeConfig, fallback: ThemeConfig): ThemeConfig {
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

/** The rules of all public pages, without colours. */
export const BASE = minifyCss(base);

/** Rules that only some pages need, in this order. */
const FEATURES: [css: string, needed: (block: StyledBlock, layout: Layout) => boolean][] = [
  [textCss, ({ type }) => type === 'heading' || type === 'text' || isForm(type)],
  [iconsCss, ({ type }, layout) => type === 'icons' || (type === 'network' && layout === 'icons')],
  [gridCss, (_, layout) => layout === 'grid'],
  [picturesCss, ({ type, image, emoji }) => type === 'embed' || Boolean(image ?? emoji)],
  [featuredCss, ({ featured }) => featured],
  [formsCss, ({ type }) => isForm(type)],
];

const NO_BLOCKS = minifyCss(noBlocksCss);

const isForm = (type: BlockType) => type === 'contact' || type === 'subscribe';

const SMALL_FEATURES = FEATURES.map(([css, needed]) => [minifyCss(css), needed] as const);

/** The properties of a profile that determine its style. */
export type StyledProfile = Pick<PublicProfile, 'themeConfig' | 'template' | 'blocks' | 'look' | 'bannerImage'>;

/** Returns the colours of a page. */
export function coloursOfPage({ themeConfig, template, look }: StyledProfile): PageColours {
  return pageColours(safeTokens(themeConfig, themeConfigOf(template || DEFAULT_THEME)), look);
}

/** Returns the CSS of a profile with only what it needs. Rules are scoped to `.np`, so they also work in a shadow root. */
export function pageStyle(profile: StyledProfile): string {
  return styleOf(profile, profile.blocks);
}

/** Returns the CSS of a separate form in the look of its page, without the picture behind it. */
export function formPageStyle(profile: StyledProfile): string {
  const { look } = profile;
  const background = look?.background?.kind === 'picture' ? null : (look?.background ?? null);
  return styleOf({ ...profile, look: look && { ...look, background } }, [{ type: 'contact', featured: false }]);
}

/** Returns the parts of a block on which the style of a page depends. */
export function styledParts({ type, featured, ...rest }: StyledBlock): unknown[] {
  const { image, emoji } = rest;
  return [type, featured, Boolean(image ?? emoji)];
}

type StyledBlock = Pick<Block, 'type' | 'featured'> & { image?: string | null; emoji?: string | null };

function styleOf(profile: StyledProfile, blocks: readonly StyledBlock[]): string {
  const { template, look } = profile;
  const colours = coloursOfPage(profile);
  const layout = look?.layout ?? 'list';
  const variables =
    `--bg:${colours.background};--card:${colours.cardBg};--primary:${colours.primaryColor};` +
    `--secondary:${colours.secondaryColor};--text:${colours.textColor};--font:${colours.fontFamily};--on:${colours.on}` +
    (blocks.some(({ type }) => isForm(type)) ? `;--edge:${colours.edge}` : '') +
    (colours.plate ? `;--plate:${colours.plate}` : '');
  const features = SMALL_FEATURES.filter(([, needed]) => blocks.some((block) => needed(block, layout)));
  return (
    `.np{${variables}}${BASE}${features.map(([css]) => css).join('')}${blocks.length === 0 ? NO_BLOCKS : ''}` +
    minifyCss(themeAssetsOf(template).css) +
    lookStyle(profile, colours)
  );
}
