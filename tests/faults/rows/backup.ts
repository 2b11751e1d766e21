import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { idOf, type QueuedRow } from '../judge/ledger.ts';
import { Load } from '../load/load.ts';
import { backUp, restore } from '../world/backup.ts';
import type { World } from '../world/world.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Restoring a backup of the database. */
export const BACKUP: Fault[] = [
  {
    name: 'backup and restore',
    description:
      'a base backup is taken while mail is queued, and restored after more mail: the queue is paused until resumed',
    load: { several: 0.7 },
    own: {},
    async inject(world, chance, load) {
      const folder = join(world.options.folder, 'restored');
      const [down, full] = chance.shuffled(world.destinations);
      if (!down || !full) throw new Error('The test needs two destinations');
      // One destination defers its mail until the backup is restored. Another defers until the backup is taken, so that
      // the backup contains copies that are delivered before the restore.
      for (const { inbox } of [down, full]) inbox.on('mail', '451 4.3.1 Not now');
      await sleep(2500);
      await load.stop();
      const before = await waiting(world);
      const people = world.people.filter(({ address }) => address !== down.person.address);
      const later = new Load(world.ledger, chance.fork('later'), {
        port: world.smtpPort,
        people,
        senders: 4,
        pause: 60,
        replyTimeout: 25_000,
        several: 0.5,
      });
      await sleep(500);
      await backUp(world, folder);
      full.inbox.on('mail', null);
      await sleep(1500);
      await later.stop();
      const left = await drainExcept(world, down.person.destination);
      await restore(world, folder);
      const broken = await checkPausedQueue(world, () => down.inbox.on('mail', null));
      if (left > 0) broken.push(`harness: ${left} copies accepted after the backup would be lost by the restore`);
      if (before.length === 0) broken.push('harness: no mail was queued when the backup was taken');
      return broken;
    },
  },
];

/**
 * Checks that the restored queue delivers nothing before the operator resumes it. Allows a second arrival of each restored
 * copy that was delivered after the backup.
 */
async function checkPausedQueue(world: World, clearFaults: () => void): Promise<string[]> {
  const broken: string[] = [];
  const restored = await waiting(world);
  world.sink.collect(world.ledger.entries);
  let twice = 0;
  for (const { id, destination } of restored) {
    if (world.sink.arrived(id, destination).length === 0) continue;
    world.sink.hit(id, destination);
    twice++;
  }
  if (restored.length === 0) broken.push('I1: no mail is queued in the restored database');
  if (twice === 0 || twice === restored.length) {
    broken.push(`harness: ${twice} of ${restored.length} copies were delivered after the backup`);
  }
  clearFaults();
  await world.query('update mail_recipients set next_try_at = now()');
  await sleep(7000);
  const left = await waiting(world);
  if (left.length < restored.length) {
    broken.push(`I3: ${restored.length - left.length} copies left the restored queue before it was resumed`);
  }
  if (!world.mail.output.includes('THE MAIL QUEUE IS PAUSED'))
    broken.push('I9: the log does not report that the queue is paused');
  const output = await queue(world, 'resume');
  if (!output.includes('The queue is running.'))
    broken.push(`I9: unexpected output of "npm run queue -- resume": ${output}`);
  return broken;
}

async function waiting(world: World): Promise<{ id: number; destination: string }[]> {
  const rows = await world.query<QueuedRow>('select sender, destination, recipient from mail_recipients');
  return rows.map((row) => ({ id: idOf(row), destination: row.destination })).filter(({ id }) => id > 0);
}

/** Waits up to 30 seconds until only copies for one destination are queued, and returns the number of other copies. */
async function drainExcept(world: World, destination: string): Promise<number> {
  for (const deadline = Date.now() + 30_000; ; await sleep(250)) {
    const left = (await waiting(world)).filter((one) => one.destination !== destination).length;
    if (left === 0 || Date.now() > deadline) return left;
    await world.query(
      "update mail_recipients set next_try_at = now() where next_try_at > now() + interval '1 second' and destination <> $1",
      [destination],
    );
  }
}

/** Runs `npm run queue` with the settings of the mail process, and returns its output. */
async function queue(world: World, act: string): Promise<string> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, ['tools/queue.ts', act], { cwd: ROOT, env: { PATH, HOME, ...world.mail.env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await once(child, 'close');
  return output;
}
