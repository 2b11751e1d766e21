import { THEME_IDS, type ThemeId } from '../../../contract/profiles/theme-ids.ts';
import { bloom } from './bloom.tsx';
import { blueprint } from './blueprint.tsx';
import { brick } from './brick.tsx';
import { candy } from './candy.tsx';
import { forest } from './forest.tsx';
import { galaxy } from './galaxy.tsx';
import { holographic } from './holographic.tsx';
import { midnight } from './midnight.tsx';
import { minimal } from './minimal.tsx';
import { neon } from './neon.tsx';
import { ocean } from './ocean.tsx';
import { paper } from './paper.tsx';
import { royal } from './royal.tsx';
import { sunset } from './sunset.tsx';
import { terminal } from './terminal.tsx';
import type { ThemeAssets } from './theme-assets.ts';
import { addTheme } from './theme-registry.ts';

const ALL: Record<ThemeId, ThemeAssets> = {
  neon,
  minimal,
  ocean,
  sunset,
  forest,
  galaxy,
  candy,
  midnight,
  royal,
  holographic,
  paper,
  terminal,
  blueprint,
  bloom,
  brick,
};

/** Makes every theme available, for the server. The browser downloads each of them on its first use (use-theme.ts). */
export function addAllThemes(): void {
  for (const id of THEME_IDS) addTheme(id, ALL[id]);
}
