import type { Readable } from 'node:stream';

/** The bytes of a message, which can be read repeatedly. */
export interface Body {
  size: number;
  /** All bytes in order if they are in memory: cheaper than a stream. */
  chunks?: readonly Buffer[];
  open(): Readable;
}
