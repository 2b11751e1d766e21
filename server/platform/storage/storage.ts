import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/** Storage of published objects. A key consists of lower-case segments, separated by slashes, and a file extension. */
export interface Storage {
  /** Resolves once the object is durable. An existing object with the key is replaced atomically. */
  put(key: string, content: Uint8Array | OpenFile, type: string): Promise<void>;
  /** Returns null if no such object exists. */
  get(key: string): Promise<Buffer | null>;
  /**
   * Opens an object that is too large for memory: as a file, which the caller closes, or as a stream. Returns null if
   * no such object exists.
   */
  open(key: string): Promise<Readable | FileHandle | null>;
  /** Resolves even if no such object exists. */
  delete(key: string): Promise<void>;
  /** Returns the key of every object, in no particular order. Objects stored during the listing may be missing. */
  list(): AsyncIterable<string>;
}

/** A file that is read from its start; the caller closes it. */
export interface OpenFile {
  handle: FileHandle;
  size: number;
}

/** Thrown if the storage failed: the client receives 503, and jobs retry. */
export class StorageError extends Error {}

const KEY = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*\.[a-z0-9]+$/;

/** Returns whether a file below the storage folder, or an object of the bucket, is one of ours. */
export function isKey(key: string): boolean {
  return KEY.test(key);
}

/** Returns the key; throws if it is malformed, so that it cannot lead out of the storage folder. */
export function checkKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`not a key of an object: ${key}`);
  return key;
}
