import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

// Loaded with --import: the folder FULL_DISK takes FULL_DISK_BYTES more bytes of this process, then writes fail with ENOSPC, as on a
// full disk. For machines on which a test cannot mount a small one. The free space that the system reports is not changed, as
// with a disk that others fill in the meantime.

const folder = path.resolve(process.env.FULL_DISK ?? '');
let free = Number(process.env.FULL_DISK_BYTES);
const limited = new Set<number>();

const noSpace = () =>
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 });
const sizeOf = (data: unknown): number =>
  Array.isArray(data) ? data.reduce((sum, one) => sum + sizeOf(one), 0) : (data as Uint8Array).byteLength;

const { open, write, writev } = fs;
type Call = (...args: unknown[]) => void;

/** Replaces a function of node:fs that reports to a callback. */
function replace(name: 'open' | 'write' | 'writev', call: Call): void {
  Object.assign(fs, { [name]: call });
}

replace('open', (file, ...rest) => {
  const done = rest.pop() as (error: Error | null, descriptor: number) => void;
  (open as Call)(file, ...rest, (error: Error | null, descriptor: number) => {
    if (!error && path.resolve(String(file)).startsWith(folder)) limited.add(descriptor);
    done(error, descriptor);
  });
});
for (const [name, original] of [
  ['write', write],
  ['writev', writev],
] as const) {
  replace(name, (descriptor, data, ...rest) => {
    if (limited.has(descriptor as number)) free -= sizeOf(data);
    if (!limited.has(descriptor as number) || free >= 0) return (original as Call)(descriptor, data, ...rest);
    const done = rest.pop() as (error: Error) => void;
    setImmediate(() => done(noSpace()));
  });
}
syncBuiltinESMExports();
