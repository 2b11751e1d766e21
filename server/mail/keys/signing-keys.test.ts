import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HOUR } from '../../../contract/time.ts';
import { createLog } from '../../platform/log/log.ts';
import { dkimRecord, makeDkimKey, readDkimKeys } from './dkim-keys.ts';
import { openSigningKeys, type SigningKeys } from './signing-keys.ts';

let folder: string;
const opened: SigningKeys[] = [];
const day = (date: number) => new Date(`2026-11-${date}T12:00:00Z`);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nameplate-dkim-'));
});
afterEach(() => {
  for (const keys of opened.splice(0)) keys.stop();
  rmSync(folder, { recursive: true });
});

async function open(records: Map<string, string> | 'no response' | null, now = day(20)) {
  const lookUp = async (name: string) => {
    if (records === 'no response') throw Object.assign(new Error('no DNS'), { code: 'ETIMEOUT' });
    const text = records?.get(name);
    if (text === undefined) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
    return [text];
  };
  const log = createLog('silent', true);
  const options = { folder, domain: 'handles.test', clock: () => now, log, interval: 20 };
  const keys = await openSigningKeys({ ...options, lookUp: records === null ? null : lookUp });
  opened.push(keys);
  return keys;
}

const publish = async (records: Map<string, string>, selector: string) => {
  const key = (await readDkimKeys(folder)).find((one) => one.selector === selector);
  if (key) records.set(`${selector}._domainkey.handles.test`, dkimRecord(key));
};

it('creates a key if the folder has none, and uses a single key even if it is not published', async () => {
  expect((await open(new Map())).current().selector).toBe('np20261120');
});

it('sorts the second key of a day after the first', async () => {
  const made = [
    await makeDkimKey(folder, day(20)),
    await makeDkimKey(folder, day(20)),
    await makeDkimKey(folder, day(21)),
  ];
  expect(made.map(({ selector }) => selector)).toEqual(['np20261120', 'np20261120b', 'np20261121']);
  expect((await readDkimKeys(folder)).map(({ selector }) => selector)).toEqual([
    'np20261121',
    'np20261120b',
    'np20261120',
  ]);
});

it('notices a new key while running, and uses it once it is published', async () => {
  const records = new Map<string, string>();
  const keys = await open(records);
  await publish(records, 'np20261120');
  await makeDkimKey(folder, day(21));
  await makeDkimKey(folder, day(22));
  await publish(records, 'np20261121');
  const selector = () => {
    // The watcher may first read the folder after the keys were written, or before the record was published.
    utimesSync(folder, new Date(), new Date());
    return keys.current().selector;
  };
  await expect.poll(selector).toBe('np20261121');
  // The newest key is not published. A new process selects the same key.
  expect((await open(records)).current().selector).toBe('np20261121');
});

it('ignores a record that contains another key', async () => {
  const records = new Map<string, string>();
  await makeDkimKey(folder, day(20));
  await makeDkimKey(folder, day(21));
  await publish(records, 'np20261120');
  records.set('np20261121._domainkey.handles.test', records.get('np20261120._domainkey.handles.test') ?? '');
  expect((await open(records)).current().selector).toBe('np20261120');
});

it('uses a key after a day if DNS does not respond', async () => {
  await makeDkimKey(folder, day(20));
  await makeDkimKey(folder, day(21));
  for (const date of [20, 21]) utimesSync(join(folder, `np202611${date}.pem`), day(date), day(date));
  expect((await open('no response', new Date(+day(21) + HOUR))).current().selector).toBe('np20261120');
  expect((await open('no response', new Date(+day(22) + HOUR))).current().selector).toBe('np20261121');
});

it('uses the newest key in local mode without a DNS lookup', async () => {
  await makeDkimKey(folder, day(20));
  await makeDkimKey(folder, day(21));
  expect((await open(null)).current().selector).toBe('np20261121');
});
