import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import type { ErrorCode } from '../../contract/errors.ts';
import { PICTURE_RATIO, PICTURE_WIDTHS, type PictureKind, UPLOAD_MAX_BYTES } from '../../contract/pictures.ts';
import { reachesGifEnd } from './gif-trailer.ts';

/** Pixels of a picture, or of all frames of an animation together. */
const MAX_PIXELS = 25_000_000;
const MAX_FRAMES = 300;
/** Of a picture that can't be decoded line by line. */
const MAX_WHOLE_BYTES = 100_000_000;
/** Seconds that one variant may take. */
const PATIENCE = 20;

const FORMATS = ['png', 'jpeg', 'gif'];
const LOADERS = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadNsgif'];

export type PictureFault = Extract<ErrorCode, 'picture_unreadable' | 'picture_too_large' | 'picture_too_long'>;
export interface Variant {
  /** One of PICTURE_WIDTHS; the picture itself may be narrower, since it is not blown up. */
  width: number;
  webp: Buffer;
}

// No other decoder is even asked: SVG, PDF and their like reach out of the file.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });
sharp.cache(false);
sharp.concurrency(1);

/**
 * Makes the published variants of a PNG, JPEG or GIF: upright, cropped around the middle, WebP without any metadata, an
 * animation kept. Decides by decoding alone, whatever the file says it is; answers the fault of one that is refused.
 */
export async function encodePicture(original: Buffer, kind: PictureKind): Promise<Variant[] | PictureFault> {
  try {
    // The header alone: nothing is decoded before the measures are known.
    const header = await sharp(original, { limitInputPixels: false, animated: true }).metadata();
    const fault = faultOf(header);
    if (fault) return fault;
    if (header.format === 'gif' && !reachesGifEnd(original)) return 'picture_unreadable';
    const options: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: true };
    // To the last row, which the cropping below may never ask for: a file that was cut off shows there.
    await sharp(original, options).timeout({ seconds: PATIENCE }).resize(8, 8, { fit: 'fill' }).raw().toBuffer();
    const animated = framesOf(header) > 1;
    const widths = PICTURE_WIDTHS[kind];
    // Decoded once; frames are not, since all of them as pixels would fill the memory.
    const still = animated ? undefined : await upright(sharp(original, options), sizeOf(header, kind, widths[2]));
    const variants: Variant[] = [];
    for (const width of widths) {
      const picture = still ? sharp(still.data, { raw: still.info }) : sharp(original, options);
      const webp = await picture
        .timeout({ seconds: PATIENCE })
        .resize({ ...sizeOf(header, kind, width), fit: 'cover' })
        .webp(animated ? { quality: 70, effort: 2 } : { quality: 82, effort: 4 })
        .toBuffer();
      if (webp.length > UPLOAD_MAX_BYTES) return 'picture_too_long';
      variants.push({ width, webp });
    }
    return variants;
  } catch (error) {
    if (/pixel limit/i.test(String(error))) return 'picture_too_large';
    if (/timeout/i.test(String(error))) return 'picture_too_long';
    return 'picture_unreadable';
  }
}

/** The original as pixels, turned by its orientation, in the size of the largest variant. */
async function upright(original: Sharp, size: { width: number; height: number }) {
  return original
    .timeout({ seconds: PATIENCE })
    .autoOrient()
    .resize({ ...size, fit: 'cover' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
}

function framesOf(header: Metadata): number {
  return header.pages ?? 1;
}

function faultOf(header: Metadata): PictureFault | undefined {
  if (!FORMATS.includes(header.format)) return 'picture_unreadable';
  const frames = framesOf(header);
  const pixels = header.width * (header.pageHeight ?? header.height);
  if (pixels > MAX_PIXELS) return 'picture_too_large';
  // An interlaced PNG is held in memory as a whole.
  const bytes = pixels * header.channels * (header.depth === 'ushort' ? 2 : 1);
  if (header.format === 'png' && header.isProgressive && bytes > MAX_WHOLE_BYTES) return 'picture_too_large';
  if (frames > MAX_FRAMES || pixels * frames > MAX_PIXELS) return 'picture_too_long';
  return undefined;
}

/** The size of a variant: no wider than what the middle of the original has to give. */
function sizeOf(header: Metadata, kind: PictureKind, widest: number): { width: number; height: number } {
  const { width: across, height: down } = header.autoOrient;
  const ratio = PICTURE_RATIO[kind];
  const width = Math.max(1, Math.min(widest, across, Math.floor((header.pageHeight ?? down) * ratio)));
  return { width, height: Math.max(1, Math.round(width / ratio)) };
}
