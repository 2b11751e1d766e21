import type { ReactElement } from 'react';
import css from './blueprint.css?inline';
import type { ThemeAssets } from './theme-assets.ts';

const WALLS =
  'M60 174V30H196M284 30H420v144M150 30v22M150 78v26M330 30v74M60 104h32M118 104h87M275 104h77M378 104h42M160 174a80 80 0 0 1 160 0';

/** The plan of a house with a round room for the picture. */
function BlueprintBanner(): ReactElement {
  return (
    <>
      <defs>
        <pattern id="np-grid" width="60" height="60" patternUnits="userSpaceOnUse" stroke="#bcdcff">
          <path strokeOpacity=".12" d="M15.5 0v60M30.5 0v60M45.5 0v60M0 15.5h60M0 30.5h60M0 45.5h60" />
          <path strokeOpacity=".26" d="M.5 0v60M0 .5h60" />
        </pattern>
      </defs>
      <path fill="#12489c" d="M-4 0h488v176H-4z" />
      <path fill="url(#np-grid)" d="M-4 0h488v176H-4z" />
      <g fill="none">
        <path stroke="#fff" strokeWidth="7" d={WALLS} />
        <path stroke="#12489c" strokeWidth="4" d={WALLS} />
        <path
          stroke="#fff"
          strokeWidth="1.2"
          d="M196 27h88M196 30h88M196 33h88M118 104v26A26 26 0 0 1 92 104M352 104v26a26 26 0 0 0 26-26M150 52h-26a26 26 0 0 0 26 26"
        />
        <path
          stroke="#fff"
          d="M340 40v44M348 40v44M356 40v44M364 40v44M372 40v44M380 40v44M388 40v44M396 40v44M404 40v44M412 40v44M334 62h68m-6-4 6 4-6 4M76 116h10v40H76zM380 140h32v40h-32zM380 152h32"
        />
        <circle cx="98" cy="66" r="13" stroke="#fff" />
        <path stroke="#fff" d="M90 50a9 4 0 0 1 16 0M90 82a9 4 0 0 0 16 0M82 58a4 9 0 0 0 0 16M114 58a4 9 0 0 1 0 16" />
        <path stroke="#8fc3ff" d="M60 14h360M44 30v146M240 40v44M218 62h44" />
        <path stroke="#8fc3ff" strokeWidth="1.6" d="m56 18 8-8M146 18l8-8M326 18l8-8M416 18l8-8M40 34l8-8M40 108l8-8" />
        <path stroke="#8fc3ff" strokeWidth="1.6" strokeDasharray="18 5 3 5" d="M150 174H0M330 174h150" />
        <circle cx="240" cy="62" r="15" stroke="#8fc3ff" />
      </g>
      <path fill="#fff" d="m240 42 6 20h-12z" />
    </>
  );
}

/** The parts of the theme. */
export const blueprint: ThemeAssets = { Drawing: BlueprintBanner, css };
