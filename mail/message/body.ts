import type { Readable } from 'node:stream';

/** Bytes that can be read any number of times, the same each time. */
export interface Body {
  size: number;
  /** All of it in order, where it is held in memory: cheaper than a stream. */
  chunks?: readonly Buffer[];
  open(): Readable;
}
