import type { ComponentType } from 'react';

/** The parts of a theme beyond its tokens: the drawing of its banner, and the rules that shape its cards. */
export interface ThemeAssets {
  Drawing: ComponentType;
  css: string;
}
