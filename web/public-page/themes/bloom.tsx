import type { ReactElement } from 'react';
import css from './bloom.css?inline';
import type { ThemeAssets } from './theme-assets.ts';

/** Rings of petals, from the outer one inwards. */
const RINGS = [
  { count: 8, at: 'scale(1.12)', width: 1.3, fill: '#123f33' },
  { count: 7, at: 'scale(.8)rotate(20)', width: 1.7, fill: '#174c3e' },
  { count: 5, at: 'scale(.5)rotate(8)', width: 2.4, fill: '#b5695f' },
];
const LEAVES = [
  '66 116)rotate(205',
  '136 116)rotate(128)scale(.8',
  '94 130)rotate(172)scale(.85',
  '391 128)rotate(-112',
  '404 142)rotate(24)scale(.9',
  '355 92)rotate(-98)scale(.85',
  '372 108)rotate(48)scale(.9',
];

/** An open flower, a bud and leaves, drawn with a fine pen. */
function BloomBanner(): ReactElement {
  return (
    <>
      <defs>
        <path
          id="np-bud"
          d="M0 0C-20-7-26-33-13-44c5-4 10-1 13 4 3-5 8-8 13-4C26-33 20-7 0 0zM-4-12q-6-10-4-20M4-12q6-10 4-20"
        />
        <path id="np-leaf" d="M0 0C-16-14-15-40 0-54 15-40 16-14 0 0zV-48M-8-20l8 8 8-8M-9-33l9 9 9-9M-6-42l6 6 6-6" />
      </defs>
      <path fill="#0d3128" d="M-4 0h488v176H-4z" />
      <path
        fill="#d98f83"
        fillOpacity=".2"
        d="M38 86a68 68 0 0 1 136 0 68 68 0 0 1-136 0zM304 62a34 34 0 0 1 68 0 34 34 0 0 1-68 0z"
      />
      <g stroke="#f6ecdc" strokeWidth="1.4" strokeLinecap="round" strokeLinejoin="round" fill="#0d3128">
        <path fill="none" d="M430 178C396 150 352 112 330 44M110 120c8 20 8 40 2 58" />
        {LEAVES.map((place) => (
          <use key={place} href="#np-leaf" transform={`translate(${place})`} />
        ))}
        <g transform="translate(106 80)">
          {RINGS.map(({ count, at, width, fill }) => (
            <g key={at} fill={fill} strokeWidth={width} transform={at}>
              {Array.from({ length: count }, (_, i) => Math.round((i * 360) / count)).map((angle) => (
                <use key={angle} href="#np-bud" transform={`rotate(${angle})`} />
              ))}
            </g>
          ))}
        </g>
        <g fill="#123f33" transform="translate(332 66)rotate(-12)">
          {[-46, 46, -20, 20, 0].map((angle) => (
            <use key={angle} href="#np-bud" transform={`rotate(${angle})`} />
          ))}
        </g>
      </g>
      <circle cx="106" cy="80" r="5" fill="#f4b9a7" />
    </>
  );
}

/** The parts of the theme. */
export const bloom: ThemeAssets = { Drawing: BloomBanner, css };
