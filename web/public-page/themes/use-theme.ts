import type { ComponentType } from 'react';
import type { ThemeId } from '../../../contract/profiles/theme-ids.ts';
import { DEFAULT_THEME, isThemeId } from '../../../contract/profiles/themes.ts';
import { type OnDemand, onDemand, useOnDemand } from '../../ui/on-demand.tsx';
import type { ThemeAssets } from './theme-assets.ts';
import { addTheme } from './theme-registry.ts';

const THEMES: Record<ThemeId, OnDemand<object>> = {
  neon: chunk('neon', async () => (await import('./neon.tsx')).neon),
  minimal: chunk('minimal', async () => (await import('./minimal.tsx')).minimal),
  ocean: chunk('ocean', async () => (await import('./ocean.tsx')).ocean),
  sunset: chunk('sunset', async () => (await import('./sunset.tsx')).sunset),
  forest: chunk('forest', async () => (await import('./forest.tsx')).forest),
  galaxy: chunk('galaxy', async () => (await import('./galaxy.tsx')).galaxy),
  candy: chunk('candy', async () => (await import('./candy.tsx')).candy),
  midnight: chunk('midnight', async () => (await import('./midnight.tsx')).midnight),
  royal: chunk('royal', async () => (await import('./royal.tsx')).royal),
  holographic: chunk('holographic', async () => (await import('./holographic.tsx')).holographic),
  paper: chunk('paper', async () => (await import('./paper.tsx')).paper),
  terminal: chunk('terminal', async () => (await import('./terminal.tsx')).terminal),
  blueprint: chunk('blueprint', async () => (await import('./blueprint.tsx')).blueprint),
  bloom: chunk('bloom', async () => (await import('./bloom.tsx')).bloom),
  brick: chunk('brick', async () => (await import('./brick.tsx')).brick),
};

function chunk(id: ThemeId, download: () => Promise<ThemeAssets>): OnDemand<object> {
  return onDemand(async (): Promise<ComponentType> => {
    const assets = await download();
    addTheme(id, assets);
    return assets.Drawing;
  });
}

/** Downloads a theme ahead of its first use. */
export function preloadTheme(id: ThemeId): void {
  THEMES[id].preload();
}

/** Downloads a theme on its first use. Its drawing is set once pages in this theme can be drawn. */
export function useTheme(template: string): {
  Drawing: ComponentType | undefined;
  failures: number;
  busy: boolean;
  retry: () => void;
} {
  const { Component, ...download } = useOnDemand(THEMES[isThemeId(template) ? template : DEFAULT_THEME], true);
  return { Drawing: Component, ...download };
}
