import type { ReactElement } from 'react';
import css from './galaxy.css?inline';
import type { ThemeAssets } from './theme-assets.ts';

/** A ringed planet, its moon and a comet. */
function GalaxyBanner(): ReactElement {
  return (
    <>
      <path fill="#0d0530" fillOpacity=".82" d="M0 0h480v176H0z" />
      <g fill="#b7a3ff" fillOpacity=".12">
        <ellipse cx="110" cy="120" rx="190" ry="44" transform="rotate(-16 110 120)" />
        <ellipse cx="160" cy="104" rx="130" ry="26" transform="rotate(-16 160 104)" />
      </g>
      <path
        fill="#fff"
        d="M40 28h2v2h-2zM88 70h1v1h-1zM126 22h1.5v1.5h-1.5zM170 54h2v2h-2zM214 24h1v1h-1zM262 62h1.5v1.5h-1.5zM300 20h2v2h-2zM440 34h2v2h-2zM462 96h1.5v1.5h-1.5zM24 104h1.5v1.5h-1.5zM62 146h2v2h-2zM138 124h1v1h-1zM420 150h2v2h-2zM332 132h1v1h-1zM198 92h1v1h-1zM466 156h1v1h-1z"
      />
      <path
        fill="#fff"
        d="m72 42 2 6 6 2-6 2-2 6-2-6-6-2 6-2zM284 94l1.5 4.5L290 100l-4.5 1.5L284 106l-1.5-4.5L278 100l4.5-1.5z"
      />
      <path fill="#22d3ee" fillOpacity=".35" d="m146 40 66-22-62 32z" />
      <circle cx="147" cy="46" r="5" fill="#d7fbff" />
      <path fill="none" stroke="#22d3ee" strokeWidth="6" strokeOpacity=".45" d="M312 92c-8-18 40-26 82-38s60-8 56 4" />
      <circle cx="380" cy="80" r="44" fill="#8f73ff" />
      <path fill="#6d4be8" d="M344 105c40 10 72-14 79-36a44 44 0 0 1-79 36z" />
      <path
        fill="#c9bbff"
        fillOpacity=".5"
        d="M348 50c12-14 34-18 48-11-16 0-36 4-48 11zM339 66c18-10 40-14 62-14l18 8c-30-2-56 4-82 16z"
      />
      <path fill="none" stroke="#7fe9f7" strokeWidth="6" strokeLinecap="round" d="M312 92c8 16 56 8 92-6s52-22 46-28" />
      <circle cx="446" cy="128" r="10" fill="#d9d2f7" />
      <circle cx="449" cy="131" r="3" fill="#b3a6e6" />
    </>
  );
}

/** The parts of the theme. */
export const galaxy: ThemeAssets = { Drawing: GalaxyBanner, css };
