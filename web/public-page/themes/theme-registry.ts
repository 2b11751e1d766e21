import type { ComponentType } from 'react';
import { DEFAULT_THEME, isThemeId, type ThemeId } from '../../../contract/profiles/themes.ts';
import bloom from './bloom.css?inline';
import { BloomBanner } from './bloom.tsx';
import blueprint from './blueprint.css?inline';
import { BlueprintBanner } from './blueprint.tsx';
import brick from './brick.css?inline';
import { BrickBanner } from './brick.tsx';
import candy from './candy.css?inline';
import { CandyBanner } from './candy.tsx';
import forest from './forest.css?inline';
import { ForestBanner } from './forest.tsx';
import galaxy from './galaxy.css?inline';
import { GalaxyBanner } from './galaxy.tsx';
import holographic from './holographic.css?inline';
import { HolographicBanner } from './holographic.tsx';
import midnight from './midnight.css?inline';
import { MidnightBanner } from './midnight.tsx';
import minimal from './minimal.css?inline';
import { MinimalBanner } from './minimal.tsx';
import neon from './neon.css?inline';
import { NeonBanner } from './neon.tsx';
import ocean from './ocean.css?inline';
import { OceanBanner } from './ocean.tsx';
import paper from './paper.css?inline';
import { PaperBanner } from './paper.tsx';
import royal from './royal.css?inline';
import { RoyalBanner } from './royal.tsx';
import sunset from './sunset.css?inline';
import { SunsetBanner } from './sunset.tsx';
import terminal from './terminal.css?inline';
import { TerminalBanner } from './terminal.tsx';

/** The parts of a theme beyond its tokens: the drawing of its banner, and the rules that shape its cards. */
export interface ThemeAssets {
  Drawing: ComponentType;
  css: string;
}

const THEME_REGISTRY: Record<ThemeId, ThemeAssets> = {
  neon: { Drawing: NeonBanner, css: neon },
  minimal: { Drawing: MinimalBanner, css: minimal },
  ocean: { Drawing: OceanBanner, css: ocean },
  sunset: { Drawing: SunsetBanner, css: sunset },
  forest: { Drawing: ForestBanner, css: forest },
  galaxy: { Drawing: GalaxyBanner, css: galaxy },
  candy: { Drawing: CandyBanner, css: candy },
  midnight: { Drawing: MidnightBanner, css: midnight },
  royal: { Drawing: RoyalBanner, css: royal },
  holographic: { Drawing: HolographicBanner, css: holographic },
  paper: { Drawing: PaperBanner, css: paper },
  terminal: { Drawing: TerminalBanner, css: terminal },
  blueprint: { Drawing: BlueprintBanner, css: blueprint },
  bloom: { Drawing: BloomBanner, css: bloom },
  brick: { Drawing: BrickBanner, css: brick },
};

/** Returns the assets of a theme, or those of the default theme for an unknown id. */
export function themeAssetsOf(template: string): ThemeAssets {
  return THEME_REGISTRY[isThemeId(template) ? template : DEFAULT_THEME];
}
