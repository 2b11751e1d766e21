import abrilFatface from '@fontsource/abril-fatface/files/abril-fatface-latin-400-normal.woff2?url';
import abrilFatfaceExt from '@fontsource/abril-fatface/files/abril-fatface-latin-ext-400-normal.woff2?url';
import architectsDaughter from '@fontsource/architects-daughter/files/architects-daughter-latin-400-normal.woff2?url';
import architectsDaughterExt from '@fontsource/architects-daughter/files/architects-daughter-latin-ext-400-normal.woff2?url';
import bebasNeue from '@fontsource/bebas-neue/files/bebas-neue-latin-400-normal.woff2?url';
import bebasNeueExt from '@fontsource/bebas-neue/files/bebas-neue-latin-ext-400-normal.woff2?url';
import fraunces from '@fontsource/fraunces/files/fraunces-latin-600-normal.woff2?url';
import frauncesExt from '@fontsource/fraunces/files/fraunces-latin-ext-600-normal.woff2?url';
import nunito from '@fontsource/nunito/files/nunito-latin-700-normal.woff2?url';
import nunitoExt from '@fontsource/nunito/files/nunito-latin-ext-700-normal.woff2?url';
import poppins from '@fontsource/poppins/files/poppins-latin-600-normal.woff2?url';
import poppinsExt from '@fontsource/poppins/files/poppins-latin-ext-600-normal.woff2?url';
import spaceGrotesk from '@fontsource/space-grotesk/files/space-grotesk-latin-600-normal.woff2?url';
import spaceGroteskExt from '@fontsource/space-grotesk/files/space-grotesk-latin-ext-600-normal.woff2?url';
import spaceMono from '@fontsource/space-mono/files/space-mono-latin-700-normal.woff2?url';
import spaceMonoExt from '@fontsource/space-mono/files/space-mono-latin-ext-700-normal.woff2?url';
import type { FontId } from '../../../contract/profiles/look.ts';

/** The ranges of the two files, the same in every package of Fontsource. */
export const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD';
export const LATIN_EXT =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF';

/** The files of a font, in one weight. The build gives both bundles the same hashed path under /assets/. */
export const FONT_FILES: Record<FontId, { latin: string; latinExt: string }> = {
  poppins: { latin: poppins, latinExt: poppinsExt },
  'space-grotesk': { latin: spaceGrotesk, latinExt: spaceGroteskExt },
  nunito: { latin: nunito, latinExt: nunitoExt },
  fraunces: { latin: fraunces, latinExt: frauncesExt },
  'abril-fatface': { latin: abrilFatface, latinExt: abrilFatfaceExt },
  'bebas-neue': { latin: bebasNeue, latinExt: bebasNeueExt },
  'space-mono': { latin: spaceMono, latinExt: spaceMonoExt },
  'architects-daughter': { latin: architectsDaughter, latinExt: architectsDaughterExt },
};
