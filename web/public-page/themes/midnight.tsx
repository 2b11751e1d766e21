import type { ReactElement } from 'react';
import css from './midnight.css?inline';
import type { ThemeAssets } from './theme-assets.ts';

/** The moon over a lake between dark ridges. */
function MidnightBanner(): ReactElement {
  return (
    <>
      <path fill="#0b1220" fillOpacity=".8" d="M0 0h480v176H0z" />
      <circle cx="132" cy="52" r="60" fill="#cfe3ff" fillOpacity=".06" />
      <circle cx="132" cy="52" r="42" fill="#cfe3ff" fillOpacity=".09" />
      <circle cx="132" cy="52" r="25" fill="#e8f1ff" />
      <g fill="#c9d8ef">
        <circle cx="122" cy="46" r="5" />
        <circle cx="140" cy="60" r="4" />
        <circle cx="139" cy="41" r="2.5" />
      </g>
      <path
        fill="#fff"
        fillOpacity=".7"
        d="M236 30h1.5v1.5h-1.5zM292 56h1.5v1.5h-1.5zM352 26h1.5v1.5h-1.5zM420 48h1.5v1.5h-1.5zM40 40h1.5v1.5h-1.5zM62 82h1v1h-1zM206 70h1v1h-1zM328 78h1v1h-1zM456 22h1v1h-1z"
      />
      <path fill="#22324d" d="m0 110 60-34 44 26 52-22 60 34 62-50 54 38 44-22 104 44v20H0z" />
      <path fill="#162238" d="m0 128 70-28 60 24 80-10 70 14 90-36 110 36v16H0z" />
      <path fill="#1b2b45" d="M0 136h480v40H0z" />
      <path
        stroke="#cfe3ff"
        strokeOpacity=".5"
        strokeWidth="2"
        strokeLinecap="round"
        d="M114 143h38M104 150h24M136 150h26M118 157h34M96 164h40M144 164h14M122 171h22"
      />
      <path
        stroke="#7db5ff"
        strokeOpacity=".22"
        strokeWidth="2"
        strokeLinecap="round"
        d="M210 146h60M300 154h90M250 164h50M410 146h50M20 154h36M340 170h70M30 168h26"
      />
    </>
  );
}

/** The parts of the theme. */
export const midnight: ThemeAssets = { Drawing: MidnightBanner, css };
