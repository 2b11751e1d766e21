import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Fonts and pictures are omitted because they are already compressed. */
const TEXTS = '**/*.{js,css,svg,json,webmanifest,xml,txt}';

/** Writes `.br` and `.gz` files for every text file that compression makes smaller; the server sends them unchanged. */
export async function compressFolder(folder: string): Promise<void> {
  await Promise.all(globSync(TEXTS, { cwd: folder }).map((file) => compressFile(join(folder, file))));
}

async function compressFile(path: string): Promise<void> {
  const plain = readFileSync(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const [br, gz] = await Promise.all([brotli(plain, { params }), zip(plain, { level: 9 })]);
  for (const [ending, bytes] of [['br', br] as const, ['gz', gz] as const]) {
    // A compressed file of an earlier build must not stay beside a changed file.
    if (bytes.length < plain.length) writeFileSync(`${path}.${ending}`, bytes);
    else rmSync(`${path}.${ending}`, { force: true });
  }
}
