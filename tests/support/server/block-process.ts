import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded with `NODE_OPTIONS=--import=...` into every process of a server: blocks its event loop when a test requests it. The file `BLOCK_FOLDER/NAME`
 * has milliseconds, or `forever`; NAME is that of the program, such as `serve.ts`. One process takes and removes it, adds its pid to
 * `BLOCK_FOLDER/blocked`, and blocks.
 */
const folder = process.env.BLOCK_FOLDER;
const program = path.basename(process.argv[1] ?? '');

function blockIfOrdered(folder: string): void {
  let order: string;
  try {
    order = readFileSync(path.join(folder, program), 'utf8');
    rmSync(path.join(folder, program));
  } catch {
    return;
  }
  appendFileSync(path.join(folder, 'blocked'), `${process.pid}\n`);
  // Blocks the event loop as an endless loop would, without processor time.
  const milliseconds = order === 'forever' ? Number.POSITIVE_INFINITY : Number(order);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  appendFileSync(path.join(folder, 'continued'), `${process.pid}\n`);
}

if (folder && isMainThread) {
  blockIfOrdered(folder);
  setInterval(() => blockIfOrdered(folder), 20).unref();
}
