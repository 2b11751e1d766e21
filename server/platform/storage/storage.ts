import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/** Storage of published objects. A key consists of lower-case segments, separated by slashes, and a file extension. */
export interface Storage {
  /** Resolves once the object is durable. An existing object with the key is replaced atomically. */
  put(key: string, content: Uint8Array | OpenFile, type: string): Promise<void>;
  /** Returns null if there is no such object. */
  get(key: string): Promise<Buffer | null>;
  /** The same for objects too large for memory: a file, which the caller closes, or a stream. */
  open(key: string): Promise<Readable | FileHandle | null>;
  /** Resolves also if there is no such object. */
  delete(key: string): Promise<void>;
}

/** A file that is read from its start; the caller closes it. */
export interface OpenFile {
  handle: FileHandle;
  size: number;
}

/** The storage failed: the client receives 503, and jobs retry. */
export class StorageError extends Error {}

const KEY = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*\.[a-z0-9]+$/;

/** Returns the key; throws if it is malformed, so that it cannot lead out of the storage folder. */
export function checkKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`not a key of an object: ${key}`);
  return key;
}
