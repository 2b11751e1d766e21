import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { THEME_IDS } from '../../../../contract/profiles/themes.ts';
import { drawThemeScreens, writeThemeStyles } from './draw-theme-screens.tsx';

// Both files are part of the repository. `vitest run -u` on this file writes them after a change of the themes.
it('the picture of all themes and its style sheet match the current list of themes', async () => {
  await expect(drawThemeScreens()).toMatchFileSnapshot('../../../public-page/theme-screens.svg');
  await expect(writeThemeStyles()).toMatchFileSnapshot('theme-screens.css');
});

it('the picture has three views for each theme, unique ids, no script, and at most 16 kB when compressed', () => {
  const svg = drawThemeScreens();
  expect([...svg.matchAll(/<view id="([\w-]+)"/g)].map(([, id]) => id)).toEqual(
    THEME_IDS.flatMap((id) => [id, `${id}-dot`, `${id}-banner`]),
  );
  const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(svg).not.toMatch(/<script|<foreignObject|\son\w+=|https?:(?!\/\/www\.w3\.org\/)/);
  expect(gzipSync(svg).length).toBeLessThanOrEqual(16_000);
});
