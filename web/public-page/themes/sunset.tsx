import type { ReactElement } from 'react';
import css from './sunset.css?inline';
import type { ThemeAssets } from './theme-assets.ts';

/** The sun half behind a row of hills. */
function SunsetBanner(): ReactElement {
  return (
    <>
      <path fill="#e2474b" fillOpacity=".55" d="M0 0h480v60H0z" />
      <path fill="#f0683f" fillOpacity=".4" d="M0 36h480v50H0z" />
      <circle cx="330" cy="98" r="96" fill="#fff3d1" fillOpacity=".25" />
      <circle cx="330" cy="98" r="70" fill="#fff3d1" fillOpacity=".35" />
      <circle cx="330" cy="98" r="46" fill="#fff8e6" />
      <g fill="#7d1f46" fillOpacity=".3">
        <path d="M40 42h120a6 6 0 0 1 0 12H80a6 6 0 0 1 0-12zM110 62h74a5 5 0 0 1 0 10h-74a5 5 0 0 1 0-10zM388 30h70a5 5 0 0 1 0 10h-70a5 5 0 0 1 0-10z" />
      </g>
      <path fill="#c9483f" d="M0 118c60-30 110-36 170-10s110 6 160-4 100-2 150 12v60H0z" />
      <path fill="#93264a" d="M0 132c50-8 90-26 150-10s80 24 150 8 120-22 180-6v52H0z" />
      <path fill="#5b1a4a" d="M0 156c70-20 130-14 200-4s180 12 280-14v38H0z" />
      <path
        fill="none"
        stroke="#5b1a4a"
        strokeWidth="2"
        strokeLinecap="round"
        d="M232 62q7-8 12 0 5-8 12 0M262 46q5-6 9 0 4-6 9 0M214 44q4-5 7 0 4-5 7 0"
      />
    </>
  );
}

/** The parts of the theme. */
export const sunset: ThemeAssets = { Drawing: SunsetBanner, css };
