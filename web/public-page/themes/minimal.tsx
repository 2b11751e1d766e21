import type { ReactElement } from 'react';
import css from './minimal.css?inline';
import type { ThemeAssets } from './theme-assets.ts';

/** Thin overlapping circles, as drawn with a compass. */
function MinimalBanner(): ReactElement {
  return (
    <>
      <g fill="none" stroke="#fff">
        {[28, 52, 80, 112, 148, 188, 232, 280].map((r) => (
          <circle key={r} cx="374" cy="40" r={r} strokeOpacity={(0.62 - r / 520).toFixed(2)} />
        ))}
        <path strokeOpacity=".16" d="M0 40h480M374 0v176" />
      </g>
      <circle cx="374" cy="40" r="5" fill="#fff" />
      <circle cx="262" cy="40" r="3" fill="#fff" />
    </>
  );
}

/** The parts of the theme. */
export const minimal: ThemeAssets = { Drawing: MinimalBanner, css };
