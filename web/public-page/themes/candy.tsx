import type { ReactElement } from 'react';
import css from './candy.css?inline';
import type { ThemeAssets } from './theme-assets.ts';

/** Lollipops and sprinkles over a cloud of cotton candy. */
function CandyBanner(): ReactElement {
  return (
    <>
      <path fill="#ff8cc0" fillOpacity=".72" d="M0 0h480v176H0z" />
      <g fill="none" strokeWidth="5" strokeLinecap="round">
        <path stroke="#fff" d="m30 36 8 6M168 22l2 10M250 52l9-3M316 18l7 7M456 52l-6 8M206 66l5 8" />
        <path stroke="#ffe27a" d="m148 62 9-2M278 28l2 9M346 62l8 4M22 92l8-4M212 30l-8 4" />
        <path stroke="#7ee8d6" d="m186 40 7 6M300 68l-2 9M454 22l-9 1M46 66l6 7M240 20l7 5" />
      </g>
      <g strokeWidth="6" stroke="#fff" strokeLinecap="round">
        <path d="m98 80 8 96M396 76l-10 100" />
      </g>
      <circle cx="96" cy="62" r="38" fill="#fff" />
      <circle cx="96" cy="62" r="33" fill="#ff4f97" />
      <path
        fill="none"
        stroke="#fff"
        strokeWidth="6"
        strokeLinecap="round"
        d="M96 62c4-5 11 0 8 7-4 9-19 8-22-4-3-14 12-24 26-18 15 6 16 28 3 38"
      />
      <circle cx="398" cy="66" r="32" fill="#fff" />
      <circle cx="398" cy="66" r="27" fill="#7c3aed" />
      <path
        fill="none"
        stroke="#ffe27a"
        strokeWidth="5"
        strokeLinecap="round"
        d="M398 66c3-4 9 0 6 6-3 7-15 6-17-3-2-12 9-20 21-15 12 5 13 22 3 30"
      />
      <path
        fill="#ffd6e8"
        d="M0 150c4-22 34-26 46-10 10-22 46-22 54 2 10-16 38-14 44 4 12-14 34-10 40 6 14-18 44-16 54 2 8-16 34-16 42 0 8-20 42-22 52-2 10-18 40-16 48 2 12-20 44-20 52 0 12-16 40-12 48 6v16H0z"
      />
      <path
        fill="#ffe9f4"
        d="M0 166c10-12 30-10 36 0 10-14 38-14 48 0 10-12 34-12 44 0 10-12 34-12 44 0 10-14 40-14 50 0 10-12 34-12 44 0 10-14 40-14 50 0 10-12 34-12 44 0 10-14 40-14 50 0 10-12 34-12 44 0 8-8 20-8 26 0v10H0z"
      />
    </>
  );
}

/** The parts of the theme. */
export const candy: ThemeAssets = { Drawing: CandyBanner, css };
