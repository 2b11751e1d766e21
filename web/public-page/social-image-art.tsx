import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  SOCIAL_IMAGE_HEIGHT,
  SOCIAL_IMAGE_PLATE,
  SOCIAL_IMAGE_RING,
  SOCIAL_IMAGE_WIDTH,
  type SocialImageArt,
  type SocialImageArtInput,
} from '../../contract/documents.ts';
import { THEMES, type Theme, themeIdOf } from '../../contract/profiles/themes.ts';
import { type PageColours, pageColours } from './look/page-colours.ts';
import { addAllThemes } from './themes/all-themes.ts';
import { themeAssetsOf } from './themes/theme-registry.ts';

addAllThemes();

/** The height of the theme's banner drawing at the width of the image. */
const DRAWING_HEIGHT = (SOCIAL_IMAGE_WIDTH * 176) / 480;

interface PlateStyle {
  fill: string;
  stroke: string;
  strokeOpacity: number;
  strokeWidth: number;
  shadow: { dx: number; dy: number; opacity: number };
}

const SOFT_PLATE: PlateStyle = {
  fill: 'url(#page)',
  stroke: 'url(#ring)',
  strokeOpacity: 0.7,
  strokeWidth: 3,
  shadow: { dx: 0, dy: 10, opacity: 0.22 },
};

/**
 * The plate of a theme with hard edges looks like its cards; on an owner's background, it has the colour that carries
 * the text.
 */
function plateOf(theme: Theme, { plate, cardBg, primaryColor }: PageColours, hasBackground: boolean): PlateStyle {
  const fill = plate ?? SOFT_PLATE.fill;
  if (!theme.plate?.hardEdges) return { ...SOFT_PLATE, fill };
  const shadow = { dx: 14, dy: 14, opacity: 1 };
  return { fill: hasBackground ? fill : cardBg, stroke: primaryColor, strokeOpacity: 1, strokeWidth: 8, shadow };
}

/**
 * Renders the social image without its text: the theme's drawing with a plate over it, in the colours of the theme or
 * those that the owner chose. Leaves out a picture behind the page.
 */
export function renderSocialImageArt({ template, look, mirrored }: SocialImageArtInput): SocialImageArt {
  const theme = THEMES[themeIdOf(template)];
  const colours = pageColours(theme.config, look);
  const { background, primaryColor, secondaryColor, textColor } = colours;
  const { Drawing } = themeAssetsOf(template);
  const { x, y, width, height } = SOCIAL_IMAGE_PLATE;
  const radius = theme.plate?.radius ?? SOCIAL_IMAGE_PLATE.radius;
  const { fill, stroke, strokeOpacity, strokeWidth, shadow } = plateOf(theme, colours, Boolean(look?.background));
  const ring = {
    cx: mirrored ? SOCIAL_IMAGE_WIDTH - SOCIAL_IMAGE_RING.cx : SOCIAL_IMAGE_RING.cx,
    cy: SOCIAL_IMAGE_RING.cy,
  };
  const svg = renderToStaticMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" width={SOCIAL_IMAGE_WIDTH} height={SOCIAL_IMAGE_HEIGHT} aria-hidden="true">
      <defs>
        <Gradient id="page" css={background} />
        <linearGradient id="ring" x1="0" y1="0" x2="1" y2="1">
          <stop stopColor={primaryColor} />
          <stop offset="1" stopColor={secondaryColor} />
        </linearGradient>
        <linearGradient id="fading" x1="0" y1="0" x2="0" y2="1">
          <stop offset=".55" stopColor="#fff" />
          <stop offset="1" stopColor="#000" />
        </linearGradient>
        <mask id="fade">
          <rect width={SOCIAL_IMAGE_WIDTH} height={DRAWING_HEIGHT} fill="url(#fading)" />
        </mask>
      </defs>
      <rect width={SOCIAL_IMAGE_WIDTH} height={SOCIAL_IMAGE_HEIGHT} fill="url(#page)" />
      <g mask="url(#fade)" color={textColor}>
        <rect width={SOCIAL_IMAGE_WIDTH} height={DRAWING_HEIGHT} fill="url(#ring)" />
        <svg
          width={SOCIAL_IMAGE_WIDTH}
          height={DRAWING_HEIGHT}
          viewBox="0 0 480 176"
          fill="currentColor"
          aria-hidden="true"
        >
          <Drawing />
        </svg>
      </g>
      <rect
        x={x + shadow.dx}
        y={y + shadow.dy}
        width={width}
        height={height}
        rx={radius}
        fill="#000"
        fillOpacity={shadow.opacity}
      />
      <rect x={x} y={y} width={width} height={height} rx={radius} fill={fill} />
      <rect
        x={x + strokeWidth / 2}
        y={y + strokeWidth / 2}
        width={width - strokeWidth}
        height={height - strokeWidth}
        rx={Math.max(0, radius - strokeWidth / 2)}
        fill="none"
        stroke={stroke}
        strokeOpacity={strokeOpacity}
        strokeWidth={strokeWidth}
      />
      <circle
        {...ring}
        r={SOCIAL_IMAGE_RING.r - 4}
        fill={primaryColor}
        fillOpacity=".1"
        stroke={stroke}
        strokeWidth="8"
      />
    </svg>,
  );
  return { svg, primaryColor, textColor };
}

/** Converts a CSS linear gradient or a plain colour to an SVG gradient. */
function Gradient({ id, css }: { id: string; css: string }): ReactElement {
  const stops = css.match(/#[0-9a-f]{3,8}/gi) ?? ['#000000'];
  const angle = (Number(/(-?\d+)deg/.exec(css)?.[1] ?? 180) * Math.PI) / 180;
  // In CSS, 0deg points up. The vector extends half a length to each side of the centre.
  const [dx, dy] = [Math.sin(angle) / 2, -Math.cos(angle) / 2];
  return (
    <linearGradient id={id} x1={0.5 - dx} y1={0.5 - dy} x2={0.5 + dx} y2={0.5 + dy}>
      {stops.map((stop, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two stops can have the same colour, and the list never changes
        <stop key={index} offset={stops.length > 1 ? index / (stops.length - 1) : 0} stopColor={stop} />
      ))}
    </linearGradient>
  );
}
