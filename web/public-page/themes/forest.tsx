import type { ReactElement } from 'react';
import css from './forest.css?inline';
import type { ThemeAssets } from './theme-assets.ts';

/** Returns the path of a row of firs on the line `y`, `step` apart, filled to the bottom edge. */
function firs(y: number, step: number, heights: readonly number[]): string {
  let path = `M0 176V${y}`;
  for (let x = 0, i = 0; x < 480; x += step, i += 1) {
    const h = heights[i % heights.length] ?? step;
    const w = step / 2;
    path += `L${x + w * 0.5} ${y - h * 0.4}h${w * 0.2}L${x + w} ${y - h}l${w * 0.3} ${h * 0.6}h${w * 0.2}L${x + step} ${y}`;
  }
  return `${path}V176z`.replaceAll(/\.\d+/g, (digits) => digits.slice(0, 2));
}

const FAR = firs(112, 30, [34, 50, 28, 44, 56, 38, 30]);
const MIDDLE = firs(142, 40, [58, 36, 66, 44, 52]);
const NEAR = firs(178, 60, [74, 96, 40, 38, 44, 84, 104]);

/** Three rows of firs in the morning haze. */
function ForestBanner(): ReactElement {
  return (
    <>
      <path fill="#0f2e1d" fillOpacity=".35" d="M0 0h480v176H0z" />
      <circle cx="96" cy="52" r="44" fill="#f5ffd6" fillOpacity=".3" />
      <circle cx="96" cy="52" r="26" fill="#f7ffdf" />
      <path
        fill="none"
        stroke="#0f2e1d"
        strokeWidth="2"
        strokeLinecap="round"
        d="M300 34q7-7 12 0 5-7 12 0M332 48q5-5 8 0 4-5 8 0"
      />
      <path fill="#3f8f4a" d={FAR} />
      <path fill="#245c33" d={MIDDLE} />
      <path fill="#123c22" d={NEAR} />
    </>
  );
}

/** The parts of the theme. */
export const forest: ThemeAssets = { Drawing: ForestBanner, css };
