/** Decodes a transfer encoding (RFC 2045 6) piece by piece; the pieces and results are bytes as Latin-1. */
export type TransferDecoder = (text: string, isLast: boolean) => string;

const MAX_PENDING = 1000;

/** Returns the decoder for a transfer encoding; null if it is unknown. */
export function transferDecoder(encoding: string): TransferDecoder | null {
  if (['', '7bit', '8bit', 'binary'].includes(encoding)) return (text) => text;
  if (encoding === 'base64') return base64Decoder();
  if (encoding === 'quoted-printable') return quotedPrintableDecoder();
  return null;
}

/** Skips characters outside the alphabet and continues after padding, as mail programs do. */
function base64Decoder(): TransferDecoder {
  let pending = '';
  const decode = (text: string) => Buffer.from(text, 'base64').toString('latin1');
  return (text, isLast) => {
    const sections = (pending + text.replace(/[^A-Za-z0-9+/=]+/g, '')).split(/=+/);
    const last = sections.pop() ?? '';
    const whole = isLast ? last.length : last.length - (last.length % 4);
    pending = last.slice(whole);
    return [...sections, last.slice(0, whole)].map(decode).join('');
  };
}

function quotedPrintableDecoder(): TransferDecoder {
  let pending = '';
  return (text, isLast) => {
    const all = pending + text;
    const equals = isLast ? -1 : all.lastIndexOf('=');
    // An escape or a soft line break may continue in the next piece.
    const isOpen =
      equals >= 0 && all.length - equals < MAX_PENDING && /^=(?:[ \t]*\r?|[0-9a-f])$/i.test(all.slice(equals));
    pending = isOpen ? all.slice(equals) : '';
    return (isOpen ? all.slice(0, equals) : all)
      .replace(/=[ \t]*\r?\n/g, '')
      .replace(/=([0-9a-f]{2})/gi, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  };
}
