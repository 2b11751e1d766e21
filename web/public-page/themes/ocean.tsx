import type { ReactElement } from 'react';
import css from './ocean.css?inline';
import type { ThemeAssets } from './theme-assets.ts';

/** A small sail on layered waves. */
function OceanBanner(): ReactElement {
  return (
    <>
      <path fill="#d8f3fb" fillOpacity=".82" d="M0 0h480v176H0z" />
      <circle cx="118" cy="66" r="54" fill="#fff" fillOpacity=".35" />
      <circle cx="118" cy="66" r="32" fill="#fff6d8" />
      <path
        fill="#fff"
        fillOpacity=".75"
        d="M286 50c2-13 19-16 26-7 8-12 30-8 31 7 12-1 15 14 2 14h-62c-12 0-12-15 3-14zM20 34c2-8 12-10 16-4 5-8 19-5 20 4 8 0 9 9 1 9H18c-8 0-7-10 2-9z"
      />
      <path
        fill="none"
        stroke="#00567f"
        strokeWidth="1.8"
        strokeLinecap="round"
        d="M196 48q7-7 12 0 5-7 12 0M226 34q5-5 8 0 4-5 8 0"
      />
      <path fill="#7cc9e0" d="M0 112c40-14 80-14 120 0s80 14 120 0 80-14 120 0 80 14 120 0v64H0z" />
      <path fill="#00567f" d="M372 116h58l-10 15h-38z" />
      <path fill="#fff" d="M399 62v49h-24zM404 72v39h19z" />
      <path fill="#2f9fbd" d="M0 134c34-12 68-12 102 0s68 12 102 0 68-12 102 0 68 12 102 0 68-12 102 0v44H0z" />
      <path
        fill="#00729a"
        d="M-40 154c30-10 60-10 90 0s60 10 90 0 60-10 90 0 60 10 90 0 60-10 90 0 60 10 90 0v30H-40z"
      />
    </>
  );
}

/** The parts of the theme. */
export const ocean: ThemeAssets = { Drawing: OceanBanner, css };
