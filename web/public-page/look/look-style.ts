import type { FontId } from '../../../contract/profiles/look.ts';
import type { PublicProfile } from '../../../contract/profiles/profiles.ts';
import { fontFaceCss, fontFamilyOf } from '../fonts/font-faces.ts';
import { minifyCss } from '../minify-css.ts';
import backdropCss from './backdrop.css?inline';
import { BUTTON_CSS } from './button-shapes.ts';
import fadingBannerCss from './fading-banner.css?inline';
import noBannerCss from './no-banner.css?inline';
import ownBackgroundCss from './own-background.css?inline';
import ownColoursCss from './own-colours.css?inline';
import type { PageColours } from './page-colours.ts';
import plateCss from './plate.css?inline';

const OWN_COLOURS = minifyCss(ownColoursCss);
const OWN_BACKGROUND = minifyCss(ownBackgroundCss);
const PLATE = minifyCss(plateCss);
const BACKDROP = minifyCss(backdropCss);
const FADING_BANNER = minifyCss(fadingBannerCss);
const NO_BANNER = minifyCss(noBannerCss);

/** Returns the rules for what the owner has chosen. They follow those of the theme. */
export function lookStyle(
  { look, bannerImage }: Pick<PublicProfile, 'look' | 'bannerImage'>,
  { plate }: PageColours,
): string {
  if (!look) return '';
  const { accent, background, buttons, font } = look;
  const picture = background?.kind === 'picture';
  return [
    (accent || background) && OWN_COLOURS,
    background && OWN_BACKGROUND,
    plate && PLATE,
    picture && BACKDROP,
    background && !bannerImage && (picture ? NO_BANNER : FADING_BANNER),
    buttons && BUTTON_CSS[buttons],
    font && `.np h1,.np h2,.np-label b{font-family:${fontFamilyOf(font)}}${faces(font)}`,
  ]
    .filter(Boolean)
    .join('');
}

/** Browsers ignore faces inside a shadow root; the app adds them to the document (use-font.ts). */
function faces(font: FontId): string {
  return import.meta.env.SSR ? fontFaceCss(font) : '';
}
