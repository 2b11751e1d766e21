import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/** Where finished objects lie. Keys are ours: lower-case segments, a slash between them, an ending. */
export interface Storage {
  /** Resolves once the object is durable; one that was there under the key is replaced at once. */
  put(key: string, content: Uint8Array | OpenFile, type: string): Promise<void>;
  /** Null where there is no such object. */
  get(key: string): Promise<Buffer | null>;
  /** The same for what is too large to be held in memory: a file to read and close where there is one, else a stream. */
  open(key: string): Promise<Readable | FileHandle | null>;
  /** Resolves also where there is no such object. */
  delete(key: string): Promise<void>;
}

/** A file that is read from its start; whoever opened it closes it. */
export interface OpenFile {
  handle: FileHandle;
  size: number;
}

/** The storage did not do what it was asked: answered as 503, tried again by jobs. */
export class StorageError extends Error {}

const KEY = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*\.[a-z0-9]+$/;

/** Throws where a key could lead elsewhere. */
export function checkKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`not a key of an object: ${key}`);
  return key;
}
