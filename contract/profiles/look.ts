import * as z from 'zod/mini';
import { readPicturePath } from '../pictures.ts';

/** Fonts that can replace the theme's font for the name, headings and titles of links. */
export const FONT_IDS = [
  'poppins',
  'space-grotesk',
  'nunito',
  'fraunces',
  'abril-fatface',
  'bebas-neue',
  'space-mono',
  'architects-daughter',
] as const;
export type FontId = (typeof FONT_IDS)[number];

export const BUTTON_SHAPES = ['rounded', 'pill', 'square', 'outline', 'solid', 'shadow'] as const;
export type ButtonShape = (typeof BUTTON_SHAPES)[number];

export const LAYOUTS = ['list', 'icons', 'grid'] as const;
export type Layout = (typeof LAYOUTS)[number];

const colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'Please choose a colour such as #1a2b3c.'));

export const background = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('colour'), colour }),
  /** `angle` in degrees, as in CSS. */
  z.strictObject({
    kind: z.literal('gradient'),
    from: colour,
    to: colour,
    angle: z.int().check(z.minimum(0), z.maximum(360)),
  }),
  /** A picture that was uploaded for this handle. The page puts a scrim over it. */
  z.strictObject({
    kind: z.literal('picture'),
    image: z.string().check(
      z.maxLength(200),
      z.refine((path) => readPicturePath(path)?.kind === 'background', 'Please upload this picture first.'),
    ),
  }),
]);
export type Background = z.infer<typeof background>;

/** A page's changes to its theme; null keeps the theme's value. Contrast is adjusted when the page is rendered. */
export const look = z.strictObject({
  accent: z._default(z.nullable(colour), null),
  background: z._default(z.nullable(background), null),
  buttons: z._default(z.nullable(z.enum(BUTTON_SHAPES)), null),
  font: z._default(z.nullable(z.enum(FONT_IDS)), null),
  layout: z._default(z.nullable(z.enum(LAYOUTS)), null),
});
export type Look = z.output<typeof look>;
