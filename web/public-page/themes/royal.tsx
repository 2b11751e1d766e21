import type { ReactElement } from 'react';
import css from './royal.css?inline';
import type { ThemeAssets } from './theme-assets.ts';

const ROWS: readonly (readonly [y: number, ...x: number[]])[] = [
  [-20, 0, 80],
  [0, 40],
  [20, 0, 80],
  [40, 40],
  [60, 0, 80],
];

/** Golden fans that overlap like scales, one tile repeated. */
function RoyalBanner(): ReactElement {
  return (
    <>
      <defs>
        <g id="np-fan">
          <circle r="40" strokeWidth="2" />
          <circle r="32" />
          <circle r="24" />
          <circle r="16" />
          <circle r="8" fill="#e6c15a" />
        </g>
        <pattern id="np-fans" width="80" height="40" patternUnits="userSpaceOnUse" fill="#1d1340" stroke="#d9b350">
          {ROWS.flatMap(([y, ...xs]) => xs.map((x) => <use key={`${x} ${y}`} href="#np-fan" x={x} y={y} />))}
        </pattern>
      </defs>
      <path fill="url(#np-fans)" d="M0 0h480v176H0z" />
    </>
  );
}

/** The parts of the theme. */
export const royal: ThemeAssets = { Drawing: RoyalBanner, css };
