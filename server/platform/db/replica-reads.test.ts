import { expect, it } from 'vitest';
import { answeringDatabase } from '../../../tests/support/server/answering-database.ts';
import { ReplicaReads } from './replica-reads.ts';

it('reads a changed page from the primary until the replica has the change, even if 10,000 other pages changed after it', async () => {
  let [written, replayed] = [1, 1];
  const primary = answeringDatabase(() => [{ position: `0/${written.toString(16)}` }]);
  const replica = answeringDatabase(() => [{ position: `0/${replayed.toString(16)}`, is_recent: true }]);
  const reads = new ReplicaReads({ primary, replica, log: { warn: () => {}, info: () => {} } });
  const readFrom = (key: string) => reads.read(key, async (db) => (db === primary ? 'primary' : 'replica'));
  reads.listening(true);
  await expect.poll(() => readFrom('ann')).toBe('replica');

  written = 10;
  reads.changed('ann');
  await expect.poll(() => readFrom('somebody')).toBe('replica');
  expect(await readFrom('ann')).toBe('primary');
  written = 20;
  for (let at = 0; at < 10_000; at++) reads.changed(`page-${at}`);
  // The position of the last change has been requested from the primary.
  replayed = 20;
  await expect.poll(() => readFrom('page-9999')).toBe('replica');
  replayed = 9;
  expect(await readFrom('ann')).toBe('primary');
  replayed = 10;
  expect(await readFrom('ann')).toBe('replica');
});
