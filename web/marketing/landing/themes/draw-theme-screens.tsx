import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { SAMPLE_PROFILE } from '../../../../contract/profiles/sample-profile.ts';
import { THEME_IDS, THEMES, type ThemeId } from '../../../../contract/profiles/themes.ts';
import { platformOf } from '../../../../contract/social/platforms.ts';
import { networkPath } from '../../../public-page/icons/network-paths.ts';
import { addAllThemes } from '../../../public-page/themes/all-themes.ts';
import { themeAssetsOf } from '../../../public-page/themes/theme-registry.ts';

addAllThemes();

const WIDTH = 300;
const HEIGHT = 540;
/** The distance between two screens, so that none shows an edge of the next. */
const STRIDE = WIDTH + 20;
const ICONS = ['instagram', 'youtube', 'tiktok', 'x'] as const;
const LINKS = SAMPLE_PROFILE.socialLinks.filter(({ platform }) => ICONS.some((id) => id === platform));
const BANNER = 120;
/** Where the separate banners begin, below the screens. */
const BANNERS_TOP = HEIGHT + 20;
const BIO = ['Everything you make, everywhere you are,', 'behind one short name.'];

/**
 * Draws the example profile in every theme as one picture, with three views of each theme: its screen
 * `theme-screens.svg#neon`, its dot `#neon-dot`, and its banner without the round picture `#neon-banner`. Leaves out
 * name, address and initials, which the page writes over the picture.
 */
export function drawThemeScreens(): string {
  const svg = renderToStaticMarkup(
    <svg aria-hidden="true" xmlns="http://www.w3.org/2000/svg" viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      <defs>
        {ICONS.map((id) => (
          <path key={id} id={id} d={networkPath(id)} />
        ))}
      </defs>
      {THEME_IDS.map((id, index) => (
        <ThemeScreen key={id} id={id} left={index * STRIDE} />
      ))}
    </svg>,
  );
  return `${svg.replaceAll('><', '>\n<')}\n`;
}

function ThemeScreen({ id, left }: { id: ThemeId; left: number }): ReactElement {
  const { config, picture } = THEMES[id];
  const { Drawing, css } = themeAssetsOf(id);
  const { primaryColor: primary, secondaryColor: secondary, textColor: text, cardBg } = config;
  const radius = Math.min(lengthOf(css, '--radius', 16), 25);
  const isRound = typeof picture?.borderRadius !== 'number';
  const line = /--line: (#[0-9a-f]+);/.exec(css)?.[1];
  return (
    <>
      <view id={id} viewBox={`${left} 0 ${WIDTH} ${HEIGHT}`} />
      <view id={`${id}-dot`} viewBox={`${left + 4} 12 96 96`} />
      <view
        id={`${id}-banner`}
        viewBox={`${left} ${BANNERS_TOP} ${WIDTH} ${BANNER}`}
        preserveAspectRatio="xMidYMax slice"
      />
      <svg
        aria-hidden="true"
        x={left}
        width={WIDTH}
        height={HEIGHT}
        fontFamily={config.fontFamily}
        fontSize="11"
        fill={text}
      >
        <Gradient id={`${id}-ground`} css={config.background} />
        <Gradient id={`${id}-brand`} css={`linear-gradient(135deg, ${primary}, ${secondary})`} />
        <path fill={`url(#${id}-ground)`} d={`M0 0h${WIDTH}v${HEIGHT}H0z`} />
        <g id={`${id}-art`}>
          {!css.includes('.np-banner {\n  background: none') && (
            <path fill={`url(#${id}-brand)`} d={`M0 0h${WIDTH}v${BANNER}H0z`} />
          )}
          <svg
            aria-hidden="true"
            width={WIDTH}
            height={BANNER}
            viewBox="0 0 480 176"
            preserveAspectRatio="xMidYMax slice"
            fontSize="16"
            fill="#000"
          >
            <Drawing />
          </svg>
        </g>
        <rect x="106" y="76" width="88" height="88" rx={isRound ? 44 : 4} fill={`url(#${id}-brand)`} />
        <rect x="109" y="79" width="82" height="82" rx={isRound ? 41 : 3} fill={primary} />
        <g textAnchor="middle">
          {BIO.map((words, index) => (
            <text key={words} x={WIDTH / 2} y={214 + index * 16}>
              {words}
            </text>
          ))}
        </g>
        {LINKS.map(({ platform, username }, index) => (
          <g key={platform} transform={`translate(18 ${276 + index * 60})`}>
            <rect
              width="264"
              height="50"
              rx={radius}
              fill={cardBg}
              stroke={line ?? primary}
              strokeOpacity={line ? undefined : 0.4}
            />
            <rect
              x="9"
              y="8"
              width="34"
              height="34"
              rx={css.includes('--chip: 50%') ? 17 : Math.min(radius, 9)}
              fill={primary}
              fillOpacity=".14"
            />
            <use href={`#${platform}`} fill={primary} transform="translate(17 16) scale(.75)" />
            <text x="54" y="22" fontWeight="600" fontSize="12">
              {platformOf(platform)?.name}
            </text>
            <text x="54" y="38">
              {username}
            </text>
            <path d="m244 20 5 5-5 5" fill="none" stroke={primary} strokeWidth="1.75" strokeLinecap="round" />
          </g>
        ))}
        <rect x="102" y="526" width="96" height="4" rx="2" fillOpacity=".6" />
      </svg>
      <g transform={`translate(${left} ${BANNERS_TOP})`}>
        <path fill={`url(#${id}-ground)`} d={`M0 0h${WIDTH}v${BANNER}H0z`} />
        <use href={`#${id}-art`} />
      </g>
    </>
  );
}

/** Draws a CSS gradient as an SVG gradient through the middle of its box. A plain colour becomes one stop. */
function Gradient({ id, css }: { id: string; css: string }): ReactElement {
  const [, angle = '180', list = css] = /^linear-gradient\((\d+)deg, (.*)\)$/.exec(css) ?? [];
  const stops = list.split(', ');
  const radians = (Number(angle) * Math.PI) / 180;
  const [dx, dy] = [Math.sin(radians) / 2, -Math.cos(radians) / 2].map((half) => Math.round(half * 100) / 100) as [
    number,
    number,
  ];
  return (
    <linearGradient id={id} x1={0.5 - dx} y1={0.5 - dy} x2={0.5 + dx} y2={0.5 + dy}>
      {stops.map((colour, index) => (
        <stop
          key={colour}
          offset={stops.length > 1 ? Math.round((index / (stops.length - 1)) * 100) / 100 : 0}
          stopColor={colour}
        />
      ))}
    </linearGradient>
  );
}

/** Returns the first colour of a background, on which the primary colour has contrast. */
function firstColour(background: string): string {
  return /#[0-9a-f]{6}/.exec(background)?.[0] ?? '#000000';
}

/** Returns the first length of a custom property in pixels. */
function lengthOf(css: string, name: string, fallback: number): number {
  const [, value] = css.split(`${name}: `);
  return value === undefined ? fallback : Number.parseInt(value, 10);
}

/** Seconds for which the phone shows one theme, and the part of them in which the theme fades in. */
const SHOWN = 3;
const FADE = 0.6;

/**
 * Returns the style sheet of the screens: the colours of their texts, and the animation of the phone through all
 * themes.
 */
export function writeThemeStyles(): string {
  const count = THEME_IDS.length;
  const share = (seconds: number) => `${Math.round((seconds / (SHOWN * count)) * 10_000) / 100}%`;
  const colours = THEME_IDS.map((id) => {
    const { textColor, primaryColor, background } = THEMES[id].config;
    return `.theme-${id} {\n  --name: ${textColor};\n  --address: ${primaryColor};\n  --initials: ${firstColour(background)};\n}\n`;
  });
  const turns = THEME_IDS.map((_, index) => {
    const delay = Math.round((index * SHOWN - FADE) * 10) / 10;
    return `  .landing-screen > :nth-child(${index + 1}) {\n    animation-delay: ${delay}s;\n  }\n`;
  });
  const chosen = THEME_IDS.map(
    (_, index) =>
      `.landing-stage:has(.landing-dot:nth-of-type(${index + 2}) input:checked) .landing-screen > :nth-child(${index + 1})`,
  );
  return `/* Written by theme-screens.test.tsx from the list of themes. */

${colours.join('')}
/* Later screens lie above earlier ones, so that one fades in over the one before. */
@media (prefers-reduced-motion: no-preference) {
  .landing-stage:has(.landing-dot:first-of-type input:checked) .landing-screen > * {
    animation-name: landing-turn;
    animation-duration: ${SHOWN * count}s;
    animation-iteration-count: infinite;
    animation-fill-mode: both;
  }
${turns.join('')}}
@keyframes landing-turn {
  0%,
  ${share(SHOWN + FADE)},
  100% {
    opacity: 0;
  }
  ${share(FADE)},
  ${share(SHOWN)} {
    opacity: 1;
  }
}
${chosen.join(',\n')} {
  opacity: 1;
}
`;
}
