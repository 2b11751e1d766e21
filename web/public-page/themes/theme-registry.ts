import { type ThemeId, themeIdOf } from '../../../contract/profiles/themes.ts';
import type { ThemeAssets } from './theme-assets.ts';

/** The themes that can be drawn: all on the server (all-themes.ts), and in the browser those that are downloaded (use-theme.ts). */
const available: Partial<Record<ThemeId, ThemeAssets>> = {};

/** Placeholder for a theme that is not downloaded yet; no page is drawn before the download. */
const MISSING: ThemeAssets = { Drawing: () => null, css: '' };

/** Makes a theme available. */
export function addTheme(id: ThemeId, assets: ThemeAssets): void {
  available[id] = assets;
}

/** Returns the assets of a theme, or those of the default theme for an unknown id. */
export function themeAssetsOf(template: string): ThemeAssets {
  return available[themeIdOf(template)] ?? MISSING;
}
