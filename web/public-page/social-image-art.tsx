import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  SOCIAL_IMAGE_HEIGHT,
  SOCIAL_IMAGE_PLATE,
  SOCIAL_IMAGE_RING,
  SOCIAL_IMAGE_WIDTH,
  type SocialImageArtInput,
} from '../../contract/documents.ts';
import { themeConfigOf } from '../../contract/profiles/themes.ts';
import { themeAssetsOf } from './themes/theme-registry.ts';

/** The height of the theme's banner drawing at the width of the image. */
const DRAWING_HEIGHT = (SOCIAL_IMAGE_WIDTH * 176) / 480;

/** Renders the social image without its text as SVG: the theme's drawing, and over it a plate in the theme's colours. */
export function renderSocialImageArt({ template, mirrored }: SocialImageArtInput): string {
  const { background, primaryColor, secondaryColor, textColor } = themeConfigOf(template);
  const { Drawing } = themeAssetsOf(template);
  const { x, y, width, height, radius } = SOCIAL_IMAGE_PLATE;
  const ring = {
    cx: mirrored ? SOCIAL_IMAGE_WIDTH - SOCIAL_IMAGE_RING.cx : SOCIAL_IMAGE_RING.cx,
    cy: SOCIAL_IMAGE_RING.cy,
  };
  return renderToStaticMarkup(
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
      <rect x={x} y={y + 10} width={width} height={height} rx={radius} fill="#000" fillOpacity=".22" />
      <rect x={x} y={y} width={width} height={height} rx={radius} fill="url(#page)" />
      <rect
        x={x + 1.5}
        y={y + 1.5}
        width={width - 3}
        height={height - 3}
        rx={radius - 1.5}
        fill="none"
        stroke="url(#ring)"
        strokeOpacity=".7"
        strokeWidth="3"
      />
      <circle
        {...ring}
        r={SOCIAL_IMAGE_RING.r - 4}
        fill={primaryColor}
        fillOpacity=".1"
        stroke="url(#ring)"
        strokeWidth="8"
      />
    </svg>,
  );
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
        <stop key={stop} offset={stops.length > 1 ? index / (stops.length - 1) : 0} stopColor={stop} />
      ))}
    </linearGradient>
  );
}
