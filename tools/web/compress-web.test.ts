import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compressFolder } from './compress-web.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nameplate-compress-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('writes brotli and gzip files that decompress to the original text', async () => {
  const text = 'export const word = 1;\n'.repeat(50);
  writeFileSync(join(folder, 'a.js'), text);
  await compressFolder(folder);
  expect(brotliDecompressSync(readFileSync(join(folder, 'a.js.br'))).toString()).toBe(text);
  expect(gunzipSync(readFileSync(join(folder, 'a.js.gz'))).toString()).toBe(text);
});

it('skips fonts and files that would grow, and removes compressed files of an earlier build', async () => {
  writeFileSync(join(folder, 'font.woff2'), 'a'.repeat(1000));
  writeFileSync(join(folder, 'tiny.css'), 'a{}');
  writeFileSync(join(folder, 'tiny.css.br'), 'of an earlier build');
  await compressFolder(folder);
  for (const name of ['font.woff2.br', 'font.woff2.gz', 'tiny.css.br', 'tiny.css.gz']) {
    expect(existsSync(join(folder, name)), name).toBe(false);
  }
});
