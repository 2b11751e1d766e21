import { THEME_IDS } from '../../../contract/profiles/themes.ts';
import type { ThemeAssets } from './theme-assets.ts';
import { addTheme } from './theme-registry.ts';

const FILES = import.meta.glob<Record<string, ThemeAssets>>(['./*.tsx', '!./*.test.tsx'], { eager: true });

/** Makes every theme available, for the server. The browser downloads each of them on its first use (use-theme.ts). */
export function addAllThemes(): void {
  for (const id of THEME_IDS) {
    const assets = FILES[`./${id}.tsx`]?.[id];
    if (!assets) throw new Error(`web/public-page/themes/${id}.tsx does not export ${id}`);
    addTheme(id, assets);
  }
}
