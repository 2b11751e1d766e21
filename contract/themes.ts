import type { ThemeConfig } from './profiles.ts';

export const THEME_IDS = [
  'neon',
  'minimal',
  'ocean',
  'sunset',
  'forest',
  'galaxy',
  'candy',
  'midnight',
  'royal',
  'holographic',
] as const;
export type ThemeId = (typeof THEME_IDS)[number];
export const DEFAULT_THEME: ThemeId = 'neon';

export interface Theme {
  id: ThemeId;
  name: string;
  description: string;
  config: ThemeConfig;
}
