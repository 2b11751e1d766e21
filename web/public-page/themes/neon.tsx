import type { ReactElement } from 'react';
import css from './neon.css?inline';
import type { ThemeAssets } from './theme-assets.ts';

/** A striped sun over a grid that runs to the horizon. */
function NeonBanner(): ReactElement {
  return (
    <>
      <path fill="#16003a" fillOpacity=".8" d="M0 0h480v176H0z" />
      <g fill="#fff" fillOpacity=".8">
        <path d="M38 30h2v2h-2zM92 58h2v2h-2zM132 20h2v2h-2zM356 26h2v2h-2zM402 60h2v2h-2zM446 34h2v2h-2zM70 84h1v1h-1zM318 50h1v1h-1zM424 88h1v1h-1zM164 46h1v1h-1z" />
      </g>
      <circle cx="240" cy="82" r="56" fill="#ff0084" />
      <path fill="#ffd166" fillOpacity=".85" d="M188 62a56 56 0 0 1 104 0z" />
      <path stroke="#2b0a52" strokeWidth="4" d="M180 68h120M180 79h120" />
      <path stroke="#2b0a52" strokeWidth="6" d="M180 91h120M180 104h120" />
      <path
        fill="#1b0440"
        stroke="#ff0084"
        strokeWidth="1.5"
        strokeLinejoin="round"
        d="m-4 116 52-44 26 20 34-34 50 44 24-14 22 28zM484 116l-40-50-30 26-24-20-44 34-20-12-30 22z"
      />
      <path fill="#14002f" d="M0 116h480v60H0z" />
      <path
        fill="none"
        stroke="#00f5ff"
        strokeOpacity=".8"
        d="M0 116.5h480M0 122h480M0 130h480M0 142h480M0 159h480M240 116v60M224 116l-36 60M256 116l36 60M208 116l-72 60M272 116l72 60M192 116 84 176M288 116l108 60M172 116 20 176M308 116l152 60M150 116-60 176M330 116l210 60M120 116-160 176M360 116l280 60M80 116-280 176M400 116l360 60"
      />
    </>
  );
}

/** The parts of the theme. */
export const neon: ThemeAssets = { Drawing: NeonBanner, css };
