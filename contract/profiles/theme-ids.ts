/** In a file of its own, because the landing page needs the ids without the colours. */
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
  'paper',
  'terminal',
  'blueprint',
  'bloom',
  'brick',
] as const;
export type ThemeId = (typeof THEME_IDS)[number];
