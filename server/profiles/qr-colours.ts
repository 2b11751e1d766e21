import { formatHex, interpolate, modeLrgb, modeRgb, useMode as registerMode, wcagContrast } from 'culori/fn';
import type { PublicProfile } from '../../contract/profiles/profiles.ts';

registerMode(modeRgb);
registerMode(modeLrgb);

/** The contrast of modules and background that cameras can read in poor light and on a worn print. */
export const QR_CONTRAST = 7;
/** Share of the second colour in the background. */
const TINT = 0.14;
const STEPS = 20;

/** Colours of a QR code: dark modules on a light background. Many cameras cannot read the reverse. */
export interface QrColours {
  on: string;
  off: string;
}

export const BLACK_ON_WHITE: QrColours = { on: '#000000', off: '#ffffff' };

/**
 * Returns the colours of a page's QR code. The modules have the first of the page's colours that is dark enough, else
 * its darkened accent; the background is white with a tint of another colour.
 */
export function qrColours({ themeConfig, look }: Pick<PublicProfile, 'themeConfig' | 'look'>): QrColours {
  const accent = look?.accent ?? hexIn(themeConfig.primaryColor)[0] ?? BLACK_ON_WHITE.on;
  const colours = [accent, ...groundOf(look?.background), ...hexIn(themeConfig.background), themeConfig.textColor];
  const isDark = (colour: string) => wcagContrast(colour, BLACK_ON_WHITE.off) >= QR_CONTRAST;
  const on = colours.flatMap(hexIn).find(isDark) ?? darkened(accent, isDark);
  const tint = on === accent ? (hexIn(themeConfig.secondaryColor)[0] ?? on) : accent;
  return { on, off: lightGround(on, tint) };
}

function groundOf(background: NonNullable<PublicProfile['look']>['background'] | undefined): string[] {
  if (background?.kind === 'colour') return [background.colour];
  return background?.kind === 'gradient' ? [background.from, background.to] : [];
}

/** Returns the hexadecimal colours in a CSS value. */
function hexIn(css: string): string[] {
  return css.match(/#[0-9a-f]{6}\b/gi) ?? [];
}

function darkened(colour: string, isDark: (colour: string) => boolean): string {
  return firstMix(colour, BLACK_ON_WHITE.on, isDark) ?? BLACK_ON_WHITE.on;
}

function lightGround(on: string, tint: string): string {
  const tinted = formatHex(interpolate([BLACK_ON_WHITE.off, tint], 'rgb')(TINT));
  const hasContrast = (off: string) => wcagContrast(on, off) >= QR_CONTRAST;
  return firstMix(tinted, BLACK_ON_WHITE.off, hasContrast) ?? BLACK_ON_WHITE.off;
}

/** Returns the first good colour on a gradient from one colour to another. */
function firstMix(from: string, to: string, isGood: (colour: string) => boolean): string | undefined {
  const mix = interpolate([from, to], 'rgb');
  return Array.from({ length: STEPS + 1 }, (_, step) => formatHex(mix(step / STEPS))).find(isGood);
}
