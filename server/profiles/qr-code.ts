import { type Bitmap2D, correction, generate } from 'lean-qr';
import { toPngBuffer } from 'lean-qr/extras/node_export';
import { toSvgSource } from 'lean-qr/extras/svg';

/** Light modules around the code (ISO/IEC 18004). */
const QUIET_ZONE = 4;
/** Width and height of the image: sharp in print at 9 cm. */
const PIXELS = 1024;

/** Level M restores about 15 % of the code; a higher level is used where it needs no larger code. */
function codeOf(address: string): Bitmap2D {
  return generate(address, { minCorrectionLevel: correction.M });
}

/** The QR code of an address as SVG, black on white. */
export function qrSvg(address: string): string {
  const code = codeOf(address);
  return toSvgSource(code, { on: '#000', off: '#fff', pad: QUIET_ZONE, width: PIXELS, height: PIXELS });
}

/** The QR code of an address as PNG, about 1024 pixels wide; each module has a whole number of pixels. */
export function qrPng(address: string): Buffer {
  const code = codeOf(address);
  const scale = Math.max(1, Math.round(PIXELS / (code.size + 2 * QUIET_ZONE)));
  return Buffer.from(toPngBuffer(code, { on: [0, 0, 0], off: [255, 255, 255], pad: QUIET_ZONE, scale }));
}
