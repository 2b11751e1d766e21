import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bodyFromBuffer } from '../message/message.ts';
import { newId } from '../message/message-id.ts';
import { createOutbox } from './outbox.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mail-outbox-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const watch = { signal: new AbortController().signal, onDot: () => {} };
const message = (id: string, text: string) => ({
  id,
  from: 'a@b.test',
  to: 'c@d.test',
  body: bodyFromBuffer(Buffer.from(text)),
  utf8: false,
});

it('writes the bytes and the envelope once for repeated attempts', async () => {
  const outbox = createOutbox(join(folder, 'deep', 'er'));
  for (let i = 0; i < 2; i++) {
    expect(await outbox.deliver(message('id1', 'A: b\r\n\r\nbytes\r\n'), watch)).toMatchObject({ kind: 'delivered' });
  }
  const files = join(folder, 'deep', 'er');
  expect((await readdir(files)).sort()).toEqual(['id1.eml', 'id1.json']);
  expect(await readFile(join(files, 'id1.eml'), 'latin1')).toBe('A: b\r\n\r\nbytes\r\n');
  expect(JSON.parse(await readFile(join(files, 'id1.json'), 'utf8'))).toEqual({
    id: 'id1',
    from: 'a@b.test',
    to: 'c@d.test',
    utf8: false,
    size: 15,
  });
});

it('defers mail if the folder cannot be written', async () => {
  await writeFile(join(folder, 'file'), '');
  const result = await createOutbox(join(folder, 'file')).deliver(message('id', 'x'), watch);
  expect(result).toMatchObject({ kind: 'deferred', enhanced: '4.3.0' });
});

it('creates ids that sort by time', () => {
  const times = [0, 1, 1_000, 1_700_000_000_000, 1_700_000_000_001, 1_900_000_000_000];
  const ids = times.map((time) => newId(new Date(time)));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(Array.from({ length: 1000 }, () => newId(new Date(0)))).size).toBe(1000);
});
