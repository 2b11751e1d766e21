import type { ReactElement } from 'react';
import css from './terminal.css?inline';
import type { ThemeAssets } from './theme-assets.ts';

/** A screen of phosphor: meters, a graph of dots, and a prompt with its cursor. */
function TerminalBanner(): ReactElement {
  return (
    <>
      <defs>
        <pattern id="np-dots" width="5" height="5" patternUnits="userSpaceOnUse">
          <circle cx="2.5" cy="2.5" r="1.5" fill="#3dff7a" />
        </pattern>
        <pattern id="np-scan" width="4" height="4" patternUnits="userSpaceOnUse">
          <path fill="#000" fillOpacity=".28" d="M0 0h4v1.6H0z" />
        </pattern>
        <radialGradient id="np-glow">
          <stop stopColor="#12492a" />
          <stop offset="1" stopColor="#071009" />
        </radialGradient>
      </defs>
      <path fill="url(#np-glow)" d="M-4 0h488v176H-4z" />
      <g fill="none" stroke="#3dff7a" strokeWidth="2">
        <path d="M52 26h-5v12h5M214 26h5v12h-5M52 44h-5v12h5M214 44h5v12h-5M52 62h-5v12h5M214 62h5v12h-5M52 80h-5v12h5M214 80h5v12h-5" />
        <path strokeWidth="8" strokeDasharray="3 2" strokeOpacity=".3" d="M55 32h157M55 50h157M55 68h157M55 86h157" />
        <path strokeWidth="8" strokeDasharray="3 2" d="M55 32h118M55 50h63M55 68h148M55 86h38" />
        <path stroke="#d9ffe5" strokeWidth="8" strokeDasharray="3 2" d="M165 32h8M110 50h8M195 68h8M85 86h8" />
      </g>
      <path
        fill="url(#np-dots)"
        d="M250 130V90h10V75h10V55h10V45h10v15h10v25h10v15h10V80h10V50h10V30h10V20h10v15h10v30h10v20h10V70h10V55h10V40h10v30h10v25h10v35z"
      />
      <path stroke="#3dff7a" strokeOpacity=".6" d="M250 130.5h190" />
      <path fill="none" stroke="#3dff7a" strokeWidth="4" d="m330 146 8 8-8 8" />
      <path stroke="#3dff7a" strokeOpacity=".75" strokeWidth="4" strokeDasharray="22 6 13 6 16" d="M350 154h66" />
      <path fill="#3dff7a" d="M420 143h13v22h-13z" />
      <path fill="url(#np-scan)" d="M-4 0h488v176H-4z" />
    </>
  );
}

/** The parts of the theme. */
export const terminal: ThemeAssets = { Drawing: TerminalBanner, css };
