import type { ReactElement } from 'react';
import css from './brick.css?inline';
import type { ThemeAssets } from './theme-assets.ts';

/** A wall with some painted bricks. The square picture takes the place of four bricks. */
function BrickBanner(): ReactElement {
  return (
    <>
      <path fill="#ff6a3d" d="M-4 0h488v176H-4z" />
      <path
        fill="#fff"
        d="M82.5 17h63v32h-63zM208.5 17h63v32h-63zM303 49h63v32h-63zM397.5 81h63v32h-63zM51 113h63v32H51zM334.5 145h63v32h-63z"
      />
      <path
        fill="#111"
        d="M177 49h63v32h-63zM366 113h63v32h-63zM334.5 17h63v32h-63zM82.5 81h63v32h-63zM84 47a30 27 0 0 1 60 0zM305 79l15-28 15 28zM335 79l15-28 15 28zM429 108c-10-8-14-12-14-16 0-7 11-9 14-2 3-7 14-5 14 2 0 4-4 8-14 16zM336 147h15v14h15v-14h15v14h15v14h-15v-14h-15v14h-15v-14h-15z"
      />
      <path
        stroke="#111"
        strokeWidth="4"
        d="M0 17h480M0 49h480M0 81h480M0 113h480M0 145h480M51 0v17M114 0v17M177 0v17M240 0v17M303 0v17M366 0v17M429 0v17M19.5 17v32M82.5 17v32M145.5 17v32M208.5 17v32M271.5 17v32M334.5 17v32M397.5 17v32M460.5 17v32M51 49v32M114 49v32M177 49v32M240 49v32M303 49v32M366 49v32M429 49v32M19.5 81v32M82.5 81v32M145.5 81v32M208.5 81v32M271.5 81v32M334.5 81v32M397.5 81v32M460.5 81v32M51 113v32M114 113v32M366 113v32M429 113v32M19.5 145v32M82.5 145v32M145.5 145v32M334.5 145v32M397.5 145v32M460.5 145v32"
      />
      <g fill="#111">
        <circle cx="224" cy="33" r="6" />
        <circle cx="240" cy="33" r="6" />
        <circle cx="256" cy="33" r="6" />
        <circle cx="82" cy="129" r="6" />
      </g>
      <path fill="none" stroke="#111" strokeWidth="4" d="M58 129q24-22 49 0-25 22-49 0z" />
      <path
        fill="none"
        stroke="#fff"
        strokeWidth="5"
        d="m185 76 13-22M202 76l13-22M219 76l13-22M373 131q6-12 12 0t12 0 12 0 12 0M98 92v5M130 92v5M104 100q10 9 20 0"
      />
      <path fill="#fff" d="m366 21 3 8 9-1-6 6 5 7-9-2-4 7-2-8-9-1 7-5-4-8 8 3z" />
    </>
  );
}

/** The parts of the theme. */
export const brick: ThemeAssets = { Drawing: BrickBanner, css };
