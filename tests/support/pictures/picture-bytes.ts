import { randomFillSync } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

const RED = { r: 200, g: 30, b: 30 };

/** A picture of noise, which does not compress. */
export function noise(width: number, height: number): Sharp {
  return sharp(randomFillSync(Buffer.alloc(width * height * 3)), { raw: { width, height, channels: 3 } });
}

/** A PNG of one colour. */
export function plainPng(width: number, height: number, background = RED): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

/** A GIF with single-colour frames of 120 ms and a loop count of 3. */
export async function animation(frames: number, width: number, height: number): Promise<Buffer> {
  const all = await Promise.all(
    Array.from({ length: frames }, (_, at) =>
      plainPng(width, height, { r: (at * 97) % 256, g: (at * 41) % 256, b: 90 }),
    ),
  );
  return sharp(all, { join: { animated: true } })
    .gif({ loop: 3, delay: all.map(() => 120), effort: 1, keepDuplicateFrames: true })
    .toBuffer();
}

/** A JPEG with an EXIF rotation and a GPS position. Rotated upright, its upper half is red and its lower half is blue. */
export async function photo(): Promise<Buffer> {
  const blue = await plainPng(200, 300, { r: 20, g: 20, b: 220 });
  return sharp({ create: { width: 400, height: 300, channels: 3, background: RED } })
    .composite([{ input: blue, left: 200, top: 0 }])
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: 'SECRET-WORDS' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** An animated PNG: a still picture with the chunk that announces frames. */
export async function animatedPng(): Promise<Buffer> {
  const still = await plainPng(60, 60);
  const pixels = still.indexOf('IDAT') - 4;
  const control = Buffer.alloc(8);
  control.writeUInt32BE(2);
  return Buffer.concat([still.subarray(0, pixels), pngChunk('acTL', control), still.subarray(pixels)]);
}

/** A PNG of 20,000 by 20,000 pixels of one bit in 50 KB. */
export function bomb(): Buffer {
  const side = 20_000;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc((side / 8 + 1) * side))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
