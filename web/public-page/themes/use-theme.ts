import type { ComponentType } from 'react';
import { THEME_IDS, type ThemeId, themeIdOf } from '../../../contract/profiles/themes.ts';
import { type OnDemand, onDemand, useOnDemand } from '../../ui/on-demand.tsx';
import type { ThemeAssets } from './theme-assets.ts';
import { addTheme } from './theme-registry.ts';

const FILES = import.meta.glob<Record<string, ThemeAssets>>(['./*.tsx', '!./*.test.tsx']);
const THEMES = Object.fromEntries(THEME_IDS.map((id) => [id, chunk(id)])) as Record<ThemeId, OnDemand<object>>;

function chunk(id: ThemeId): OnDemand<object> {
  return onDemand(async (): Promise<ComponentType> => {
    const assets = (await FILES[`./${id}.tsx`]?.())?.[id];
    if (!assets) throw new Error(`The theme ${id} has no file`);
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
  const { Component, ...download } = useOnDemand(THEMES[themeIdOf(template)], true);
  return { Drawing: Component, ...download };
}
