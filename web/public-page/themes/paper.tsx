import type { ReactElement } from 'react';
import css from './paper.css?inline';
import type { ThemeAssets } from './theme-assets.ts';

const PETALS = [0, 44, 92, 136, 183, 226, 270, 316];

/** Returns the path of a frond: leaflets in pairs along a curve, shorter towards its tip. */
function frond(): string {
  let path = '';
  for (let i = 0; i < 13; i += 1) {
    const t = i / 13;
    const x = 424 - 116 * t + 12 * t * t;
    const y = 158 - 92 * t - 34 * t * t;
    const size = 30 * (1 - t) ** 0.7 + 4;
    for (const [dx, dy, bend] of [
      [-0.95, 0.2, 0.42],
      [0.3, -0.95, -0.42],
    ] as const) {
      const [tipX, tipY] = [dx * size, dy * size];
      const c = [tipX * 0.5 + tipY * bend, tipY * 0.5 - tipX * bend, tipX * 0.5 - tipY * 0.1, tipY * 0.5 + tipX * 0.1];
      const [a, b, d, e] = c.map(Math.round) as [number, number, number, number];
      const [p, q] = [Math.round(tipX), Math.round(tipY)];
      path += `M${Math.round(x)} ${Math.round(y)}q${a} ${b} ${p} ${q}q${d - p} ${e - q} ${-p} ${-q}`;
    }
  }
  return path;
}

const FROND = frond();

/** A cosmos flower and a frond, pressed and taped to a sheet. */
function PaperBanner(): ReactElement {
  return (
    <>
      <path fill="#efe2c6" d="M-4 0h488v176H-4z" />
      <path
        stroke="#b99f6c"
        strokeOpacity=".35"
        strokeLinecap="round"
        d="m30 40 9 3M70 140l6-5M210 30l8-2M268 62l4 7M190 96l7 2M300 20l9 1M460 60l-6 5M36 100l4 6M250 18l-6 4M456 150l8-3"
      />
      <g fill="none" stroke="#7b8452" strokeLinecap="round">
        <path strokeWidth="3" d="M117 78c10 26 18 58-4 100" />
        <path strokeWidth="1.8" d="M428 166C396 140 336 96 316 28" />
      </g>
      <path
        fill="#7b8452"
        fillOpacity=".82"
        d="M126 108c14-20 34-22 44-20-4 14-20 26-44 20zM127 132c-20-16-40-12-52-6 8 12 30 20 52 6z"
      />
      <path stroke="#5f683c" strokeWidth=".8" fill="none" d="M126 108q20-8 40-18M127 132q-24-2-48-5" />
      <path fill="#8d9460" fillOpacity=".85" d={FROND} />
      <defs>
        <g id="np-petal">
          <path fill="#c4574f" fillOpacity=".62" d="M0-5C-11-14-18-38-12-50l6-2 6 4 6-4 6 2C18-38 11-14 0-5z" />
          <path fill="none" stroke="#7d2a2c" strokeOpacity=".4" strokeWidth=".8" d="M0-12v-32M-3-13l-5-32M3-13l5-32" />
        </g>
      </defs>
      <g transform="translate(114 70)">
        {PETALS.map((angle) => (
          <use key={angle} href="#np-petal" transform={`rotate(${angle})`} />
        ))}
        <circle r="9" fill="#c98a1b" />
        <circle r="9" fill="none" stroke="#7a4a0c" strokeWidth="2.5" strokeDasharray="1 3" />
        <circle r="4" fill="#8a5a10" />
      </g>
      <use href="#np-petal" transform="translate(236 74) rotate(68) scale(.8)" />
      <path fill="#fffbe9" fillOpacity=".72" d="m98 148 44-9 3 15-44 9zM366 96l30 34-12 10-30-34z" />
    </>
  );
}

/** The parts of the theme. */
export const paper: ThemeAssets = { Drawing: PaperBanner, css };
