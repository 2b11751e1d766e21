import type { ReactElement } from 'react';
import css from './holographic.css?inline';
import type { ThemeAssets } from './theme-assets.ts';

/** Creased foil with facets in different colours. */
function HolographicBanner(): ReactElement {
  return (
    <g stroke="#fff" strokeOpacity=".55" strokeLinejoin="round">
      <path fill="#f5d0fe" fillOpacity=".86" d="M0 0h110L60 70 0 48z" />
      <path fill="#a5f3fc" fillOpacity=".86" d="m110 0 70 44L60 70z" />
      <path fill="#fde68a" fillOpacity=".8" d="M110 0h136l-66 44z" />
      <path fill="#c4b5fd" fillOpacity=".88" d="m246 0 44 74-110-30z" />
      <path fill="#fbcfe8" fillOpacity=".86" d="M246 0h114l-70 74z" />
      <path fill="#bbf7d0" fillOpacity=".84" d="m360 0 40 60-110 14z" />
      <path fill="#a5b4fc" fillOpacity=".86" d="M360 0h120v34l-80 26z" />
      <path fill="#fbcfe8" fillOpacity=".86" d="M480 34v70l-80-44z" />
      <path fill="#bbf7d0" fillOpacity=".84" d="m0 48 60 22-60 56z" />
      <path fill="#c4b5fd" fillOpacity=".88" d="m60 70 40 70L0 126z" />
      <path fill="#fde8ff" fillOpacity=".88" d="m60 70 120-26-80 96z" />
      <path fill="#99f6e4" fillOpacity=".86" d="m180 44 30 132-110-36z" />
      <path fill="#bfdbfe" fillOpacity=".88" d="m180 44 110 30-80 102z" />
      <path fill="#fef3c7" fillOpacity=".86" d="m290 74 50 102H210z" />
      <path fill="#f0abfc" fillOpacity=".8" d="m290 74 110-14-60 116z" />
      <path fill="#a5f3fc" fillOpacity=".86" d="m400 60 20 116h-80z" />
      <path fill="#ddd6fe" fillOpacity=".9" d="m400 60 80 44-60 72z" />
      <path fill="#fde68a" fillOpacity=".8" d="M480 104v72h-60z" />
      <path fill="#a5f3fc" fillOpacity=".86" d="m0 126 100 14-60 36H0z" />
      <path fill="#fbcfe8" fillOpacity=".86" d="m100 140 110 36H40z" />
      <path stroke="none" fill="#fff" fillOpacity=".28" d="M70 0h60L20 176h-60zM330 0h26L246 176h-26z" />
      <path
        stroke="none"
        fill="#fff"
        d="m150 26 2 8 8 2-8 2-2 8-2-8-8-2 8-2zM420 110l2.5 9.5L432 122l-9.5 2.5L420 134l-2.5-9.5L408 122l9.5-2.5zM330 36l1.5 5.5L337 43l-5.5 1.5L330 50l-1.5-5.5L323 43l5.5-1.5z"
      />
    </g>
  );
}

/** The parts of the theme. */
export const holographic: ThemeAssets = { Drawing: HolographicBanner, css };
