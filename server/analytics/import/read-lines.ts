import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

/** Longer lines are cut, and no parser accepts a cut line. */
const MAX_LINE_LENGTH = 32_768;

/** Returns the SHA-256 of a file. */
export async function hashFile(file: string): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(file)) hash.update(bytes as Buffer);
  return hash.digest();
}

/** Yields the lines of a file, decompressed if its name ends with .gz. Memory use does not depend on the length of a line. */
export async function* readLines(file: string): AsyncGenerator<string> {
  const bytes = createReadStream(file);
  const text = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes;
  bytes.on('error', (error) => text.destroy(error));
  let rest = '';
  for await (const chunk of text.setEncoding('utf8') as AsyncIterable<string>) {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      yield (rest + chunk.slice(from, end)).replace(/\r$/, '').slice(0, MAX_LINE_LENGTH);
      rest = '';
      from = end + 1;
    }
    if (rest.length < MAX_LINE_LENGTH) rest += chunk.slice(from, from + MAX_LINE_LENGTH);
  }
  if (rest !== '') yield rest.slice(0, MAX_LINE_LENGTH);
}
