import { randomFillSync } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';

export interface PictureFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A picture whose left half is red and whose right half is blue. */
async function halves(width: number, height: number): Promise<Sharp> {
  const half = Math.floor(width / 2);
  const right = await sharp({ create: { width: width - half, height, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: right, left: half, top: 0 },
  ]);
}

export async function pngFile(width: number, height: number, name = 'portrait.png'): Promise<PictureFile> {
  return { name, mimeType: 'image/png', buffer: await (await halves(width, height)).png().toBuffer() };
}

export async function jpegFile(width: number, height: number, name = 'sea.jpg'): Promise<PictureFile> {
  return { name, mimeType: 'image/jpeg', buffer: await (await halves(width, height)).jpeg().toBuffer() };
}

/** An animation of `frames` single-colour pictures. */
export async function gifFile(side: number, frames: number, name = 'dance.gif'): Promise<PictureFile> {
  const pictures = Array.from({ length: frames }, (_, index) => ({
    create: {
      width: side,
      height: side,
      channels: 3 as const,
      background: { r: 255 - index * 60, g: index * 60, b: 90 },
    },
  }));
  const drawn = await Promise.all(pictures.map((picture) => sharp(picture).png().toBuffer()));
  const buffer = await sharp(drawn, { join: { animated: true } })
    .gif({ delay: drawn.map(() => 100) })
    .toBuffer();
  return { name, mimeType: 'image/gif', buffer };
}

/** Random bytes after the signature of a PNG. */
export function noiseFile(bytes: number, name = 'noise.png'): PictureFile {
  const buffer = randomFillSync(Buffer.alloc(bytes));
  buffer.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return { name, mimeType: 'image/png', buffer };
}
