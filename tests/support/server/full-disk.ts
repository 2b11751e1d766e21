import fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

// A disk that is full, for machines on which a test cannot mount a small one. The free space that the system reports is
// not changed, as with a quota, or with a disk that other programs are filling.

type Callback = (error: Error | null, result?: number) => void;
type Call = (...args: unknown[]) => void;

const sizeOf = (data: unknown): number =>
  Array.isArray(data) ? data.reduce((sum, one) => sum + sizeOf(one), 0) : (data as Uint8Array).byteLength;

/**
 * Lets this process write `bytes` more bytes to files below a folder that it opens from now on; then writes fail with `code`.
 * Returns a function that ends this.
 */
export function limitDisk(folder: string, bytes: number, code = 'ENOSPC'): () => void {
  let free = bytes;
  const limited = new Set<unknown>();
  const originals = { open: fs.open, write: fs.write, writev: fs.writev };
  const openHandle = fs.promises.open;
  const isBelow = (file: unknown) => path.resolve(String(file)).startsWith(path.resolve(folder));
  const failure = () => Object.assign(new Error(`${code}: a full disk, write`), { code });

  const open: Call = (file, ...rest) => {
    const done = rest.pop() as Callback;
    const onOpen: Callback = (error, descriptor) => {
      if (!error && isBelow(file)) limited.add(descriptor);
      done(error, descriptor);
    };
    (originals.open as Call)(file, ...rest, onOpen);
  };
  const limit =
    (original: Call): Call =>
    (descriptor, data, ...rest) => {
      if (limited.has(descriptor)) free -= sizeOf(data);
      if (!limited.has(descriptor) || free >= 0) return original(descriptor, data, ...rest);
      const done = rest.pop() as Callback;
      setImmediate(() => done(failure()));
    };
  Object.assign(fs, { open, write: limit(fs.write as Call), writev: limit(fs.writev as Call) });
  fs.promises.open = async (...args) => {
    const handle = await openHandle(...args);
    if (!isBelow(args[0])) return handle;
    const writeFile = handle.writeFile.bind(handle);
    handle.writeFile = (async (data: Uint8Array) => {
      free -= sizeOf(data);
      if (free < 0) throw failure();
      await writeFile(data);
    }) as FileHandle['writeFile'];
    return handle;
  };
  syncBuiltinESMExports();
  return () => {
    Object.assign(fs, originals);
    fs.promises.open = openHandle;
    syncBuiltinESMExports();
  };
}

// For a program that is started with --import.
const { FULL_DISK, FULL_DISK_BYTES } = process.env;
if (FULL_DISK) limitDisk(FULL_DISK, Number(FULL_DISK_BYTES));
