import type { Page } from 'playwright';
import type { Background, Look } from '../../contract/profiles/look.ts';
import type { PublicProfile } from '../../contract/profiles/profiles.ts';
import { THEME_IDS, type ThemeId } from '../../contract/profiles/themes.ts';
import { DRAWN_PAGE, drawPage } from '../../tests/support/browser/drawn-page.ts';
import {
  blockPicture,
  difficultBlocks,
  fiftyBlocks,
  lookOf,
  pageProfile,
} from '../../tests/support/pages/page-blocks.ts';
import { servePhotos } from './photos.ts';
import type { Screen } from './screen.ts';

const PICTURE: Background = { kind: 'picture', image: blockPicture('background', 'background') };
const PORTRAIT = blockPicture('avatar', 'avatar');
const BLACK_TO_WHITE: Background = { kind: 'gradient', from: '#000000', to: '#ffffff', angle: 90 };
const DARK: Background = { kind: 'colour', colour: '#101418' };
const WARM: Background = { kind: 'gradient', from: '#fff7e0', to: '#ffd9c7', angle: 160 };

function screen(name: string, profile: PublicProfile): Screen {
  return {
    name,
    path: DRAWN_PAGE,
    prepare: async (page) => {
      await drawPage(page, profile);
      await servePhotos(page);
    },
    act: async (page: Page) => {
      await page.locator('summary').click();
      // Moves the pointer away from all blocks, which would show their hover state.
      await page.mouse.move(0, 0);
      await page.evaluate(() => {
        for (const image of document.images) image.loading = 'eager';
      });
      await page.waitForLoadState('networkidle');
    },
  };
}

const inLook = (name: string, theme: ThemeId, look: Partial<Look>, changes: Partial<PublicProfile> = {}) =>
  screen(`page-look-${name}`, pageProfile(theme, { look: lookOf(look), ...changes }));

const DIFFICULT = { blocks: difficultBlocks(), displayName: 'אנה לימה '.repeat(8).trim(), bio: 'x'.repeat(200) };

/** Public pages with every type of block: each theme, and looks that differ strongly from their theme. */
export const PAGE_SCREENS: Screen[] = [
  ...THEME_IDS.map((theme) => screen(`page-theme-${theme}`, pageProfile(theme, { profilePicture: PORTRAIT }))),
  inLook('dark', 'candy', { accent: '#1f9d55', background: DARK, buttons: 'pill', font: 'nunito' }),
  inLook('warm', 'galaxy', { accent: '#ffe600', background: WARM, buttons: 'shadow', font: 'abril-fatface' }),
  inLook('plate', 'ocean', { background: BLACK_TO_WHITE, buttons: 'solid', font: 'poppins' }),
  inLook('picture', 'royal', { background: PICTURE, font: 'fraunces' }),
  inLook(
    'picture-and-banner',
    'minimal',
    { background: PICTURE, buttons: 'rounded', layout: 'grid' },
    {
      bannerImage: blockPicture('banner', 'banner'),
      profilePicture: PORTRAIT,
    },
  ),
  inLook('no-links', 'candy', { background: DARK }, { blocks: [] }),
  inLook('icons', 'terminal', { buttons: 'outline', font: 'space-mono', layout: 'icons' }),
  inLook('grid', 'brick', { buttons: 'square', font: 'bebas-neue', layout: 'grid' }),
  inLook('fifty-blocks', 'sunset', { font: 'space-grotesk' }, { blocks: fiftyBlocks() }),
  inLook('difficult-texts', 'neon', { font: 'architects-daughter' }, DIFFICULT),
  inLook('difficult-grid', 'bloom', { layout: 'grid', background: PICTURE }, DIFFICULT),
];
