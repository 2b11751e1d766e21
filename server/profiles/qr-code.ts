import { type Bitmap2D, correction, generate } from 'lean-qr';
import { toPngBuffer } from 'lean-qr/extras/node_export';
import { toSvgSource } from 'lean-qr/extras/svg';
import { LRUCache } from 'lru-cache';
import { BLACK_ON_WHITE, type QrColours } from './qr-colours.ts';

/** Light modules around the code (ISO/IEC 18004). */
const QUIET_ZONE = 4;
/** Width and height of the image: sharp in print at 9 cm. */
const PIXELS = 1024;

/**
 * Returns the code of an address. Level M restores about 15 % of the code; a higher level is used if it does not
 * enlarge the code.
 */
function codeOf(address: string): Bitmap2D {
  return generate(address, { minCorrectionLevel: correction.M });
}

/**
 * A cache of codes, because drawing one takes milliseconds. Each has a few kilobytes, and an address always has the same code.
 */
const drawn = new LRUCache<string, Buffer>({ max: 2000 });

/** Returns the code of an address in these colours, drawn by `draw` unless it is in memory. */
function remembered(kind: string, address: string, { on, off }: QrColours, draw: () => Buffer): Buffer {
  const key = `${kind} ${on} ${off} ${address}`;
  const found = drawn.get(key) ?? draw();
  drawn.set(key, found);
  return found;
}

/** Returns the QR code of an address as SVG. */
export function qrSvg(address: string, colours: QrColours = BLACK_ON_WHITE): Buffer {
  return remembered('svg', address, colours, () => Buffer.from(drawSvg(address, colours)));
}

/** Returns the QR code of an address as PNG, about 1024 pixels wide; each module has a whole number of pixels. */
export function qrPng(address: string, colours: QrColours = BLACK_ON_WHITE): Buffer {
  return remembered('png', address, colours, () => drawPng(address, colours));
}

function drawSvg(address: string, { on, off }: QrColours): string {
  return toSvgSource(codeOf(address), { on, off, pad: QUIET_ZONE, width: PIXELS, height: PIXELS });
}

function drawPng(address: string, { on, off }: QrColours): Buffer {
  const code = codeOf(address);
  const scale = Math.max(1, Math.round(PIXELS / (code.size + 2 * QUIET_ZONE)));
  return Buffer.from(toPngBuffer(code, { on: channelsOf(on), off: channelsOf(off), pad: QUIET_ZONE, scale }));
}

/** Returns red, green and blue of `#rrggbb`. */
function channelsOf(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
