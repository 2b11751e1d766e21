import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import type { ErrorCode } from '../../contract/errors.ts';
import { reachesGifTrailer } from './gif-trailer.ts';

/** Maximum pixels of a picture, or of all frames of an animation. */
const MAX_PIXELS = 25_000_000;
const MAX_FRAMES = 300;
/** Maximum bytes of the pixels of a picture that cannot be decoded line by line. */
const MAX_WHOLE_BYTES = 100_000_000;
/** Seconds for one variant. */
const TIMEOUT_SECONDS = 20;

const FORMATS = ['png', 'jpeg', 'gif'];
/** Formats of a drawing. */
const DRAWING_FORMATS = ['png', 'webp'];
const LOADERS = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'];

export type PictureError = Extract<ErrorCode, 'picture_unreadable' | 'picture_too_large' | 'picture_too_long'>;
export interface Variant {
  /** One of the widths. The picture may be narrower, because it is never enlarged. */
  width: number;
  webp: Buffer;
}

/**
 * The published variants of a kind of picture, from contract/pictures.ts. The picture process gets them as an argument,
 * because loading the contract would take a third of its processor time.
 */
export interface PictureShape {
  /** Null keeps the ratio of the original, within `limits`. */
  ratio: number | null;
  limits: readonly [narrowest: number, widest: number];
  widths: readonly [number, number, number];
  /** Maximum size of a variant. */
  maxBytes: number;
  /** True for a still PNG or WebP with sharp edges, false for a PNG, JPEG or GIF. */
  isDrawing: boolean;
}

// Other decoders are blocked, because formats such as SVG and PDF can refer to other files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });
sharp.cache(false);
sharp.concurrency(1);

/**
 * Encodes the published variants of a picture: upright, cropped around the centre, as WebP without metadata,
 * with animations kept. Only decoding determines the format. Returns an error code for a rejected picture.
 */
export async function encodePicture(original: Buffer, shape: PictureShape): Promise<Variant[] | PictureError> {
  try {
    // Reads only the header, because nothing must be decoded before the dimensions are known.
    const header = await sharp(original, { limitInputPixels: false, animated: true }).metadata();
    const error = errorOf(header, shape);
    if (error) return error;
    if (shape.isDrawing && isAnimatedPng(original)) return 'picture_unreadable';
    if (header.format === 'gif' && !reachesGifTrailer(original)) return 'picture_unreadable';
    const options: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: true };
    // Decodes to the last row, which the cropping below may not need, to detect a truncated file.
    await sharp(original, options).timeout({ seconds: TIMEOUT_SECONDS }).resize(8, 8, { fit: 'fill' }).raw().toBuffer();
    const animated = framesOf(header) > 1;
    const { widths, maxBytes } = shape;
    // A still picture is decoded once. An animation is not, because the pixels of all frames would fill the memory.
    const still = animated ? undefined : await upright(sharp(original, options), sizeOf(header, shape, widths[2]));
    const variants: Variant[] = [];
    for (const width of widths) {
      const picture = still ? sharp(still.data, { raw: still.info }) : sharp(original, options);
      const webp = await picture
        .timeout({ seconds: TIMEOUT_SECONDS })
        .resize({ ...sizeOf(header, shape, width), fit: 'cover' })
        .webp(animated ? { quality: 70, effort: 2 } : { quality: shape.isDrawing ? 92 : 82, effort: 4 })
        .toBuffer();
      if (webp.length > maxBytes) return 'picture_too_long';
      variants.push({ width, webp });
    }
    return variants;
  } catch (error) {
    if (/pixel limit/i.test(String(error))) return 'picture_too_large';
    if (/timeout/i.test(String(error))) return 'picture_too_long';
    return 'picture_unreadable';
  }
}

/** Returns the original as pixels, rotated by its EXIF orientation, in the size of the largest variant. */
async function upright(original: Sharp, size: { width: number; height: number }) {
  return original
    .timeout({ seconds: TIMEOUT_SECONDS })
    .autoOrient()
    .resize({ ...size, fit: 'cover' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
}

function framesOf(header: Metadata): number {
  return header.pages ?? 1;
}

/** Returns whether a PNG has the chunk of an animation, which stands before the pixels (PNG 3rd edition, 11.3.6). */
function isAnimatedPng(original: Buffer): boolean {
  return original.subarray(0, Math.max(0, original.indexOf('IDAT'))).includes('acTL');
}

function errorOf(header: Metadata, { isDrawing }: PictureShape): PictureError | undefined {
  if (!(isDrawing ? DRAWING_FORMATS : FORMATS).includes(header.format)) return 'picture_unreadable';
  const frames = framesOf(header);
  if (isDrawing && frames > 1) return 'picture_unreadable';
  const pixels = header.width * (header.pageHeight ?? header.height);
  if (pixels > MAX_PIXELS) return 'picture_too_large';
  // An interlaced PNG and a WebP are decoded entirely in memory.
  const bytes = pixels * header.channels * (header.depth === 'ushort' ? 2 : 1);
  const isWhole = header.isProgressive || header.format === 'webp';
  if (header.format !== 'jpeg' && isWhole && bytes > MAX_WHOLE_BYTES) return 'picture_too_large';
  if (frames > MAX_FRAMES || pixels * frames > MAX_PIXELS) return 'picture_too_long';
  return undefined;
}

/** Returns the size of a variant, which is no wider than the centre crop of the original. */
function sizeOf(header: Metadata, shape: PictureShape, maxWidth: number): { width: number; height: number } {
  const { width: across, height: down } = header.autoOrient;
  const height = header.pageHeight ?? down;
  const [narrowest, widest] = shape.limits;
  const ratio = shape.ratio ?? Math.min(widest, Math.max(narrowest, across / height));
  const width = Math.max(1, Math.min(maxWidth, across, Math.floor(height * ratio)));
  return { width, height: Math.max(1, Math.round(width / ratio)) };
}
