const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

/** Returns whether the blocks of a GIF end with the trailer (GIF89a 27), because the decoder does not report missing frames. */
export function reachesGifTrailer(bytes: Buffer): boolean {
  const byteAt = (at: number) => bytes[at] ?? 0;
  const table = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  /** Returns the position after the sub-blocks that begin here. */
  const skip = (start: number) => {
    let at = start;
    while (byteAt(at) > 0) at += byteAt(at) + 1;
    return at + 1;
  };
  let at = 13 + table(byteAt(10));
  while (at < bytes.length) {
    if (bytes[at] === TRAILER) return true;
    if (bytes[at] === EXTENSION) at = skip(at + 2);
    else if (bytes[at] === IMAGE) at = skip(at + 11 + table(byteAt(at + 9)));
    else return false;
  }
  return false;
}
