import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostmaster } from '../../../db/embedded-postmaster.ts';
import { descendants } from '../daemon.ts';
import type { Fault } from '../fault.ts';
import type { World } from '../world.ts';

/**
 * kill -9 leaves what the kernel holds, so a power cut cannot be had by it. What can be seen is the order: whoever hears
 * 250 for queued mail hears it after PostgreSQL has synced its log; and what happens when the disk says that it could not.
 */
export const ORDER: Fault[] = [
  {
    name: 'power loss: order',
    does: 'under strace: no 250 for queued mail before the log of the database was synced',
    // Mail of unverified senders is delivered while they wait, also to several recipients: nothing of it is queued.
    load: { senders: 1, pause: 20, several: 1, unverified: 0 },
    missing: withoutStrace,
    async strike(world) {
      const settings = ['fsync', 'synchronous_commit', 'full_page_writes'];
      const rows = await Promise.all(settings.map((name) => world.ask<Record<string, string>>(`show ${name}`)));
      const off = settings.filter((name, at) => rows[at]?.[0]?.[name] !== 'on');
      const broken = off.map((name) => `I1: ${name} is not on`);
      const file = join(world.options.folder, `order-${Date.now()}.strace`);
      const tracer = await trace(world, ['-e', 'trace=fdatasync,fsync,write,writev', '-s', '48', '-o', file]);
      await sleep(5000);
      await stop(tracer);
      const { early, seen } = earlyReplies(readFileSync(file, 'latin1'));
      if (seen < 5) broken.push(`harness: only ${seen} messages were seen under strace`);
      if (early > 0) broken.push(`I1: ${early} of ${seen} messages were answered before anything was synced`);
      return broken;
    },
  },
  {
    name: 'sync fails',
    does: 'fdatasync of the database answers EIO (strace): it must fall over, and nobody hears 250 for that',
    load: { several: 0.7 },
    missing: withoutStrace,
    async strike(world) {
      const tracer = await trace(world, [
        '-e',
        'trace=fdatasync',
        '-e',
        'inject=fdatasync:error=EIO:when=1',
        '-o',
        '/dev/null',
      ]);
      await sleep(1500);
      await stop(tracer);
      await world.ask('select 1');
      return [];
    },
  },
];

/** How many messages were answered without a sync since they began, of how many. All have two recipients and are queued. */
function earlyReplies(text: string): { early: number; seen: number } {
  let synced = false;
  let begun = false;
  let early = 0;
  let seen = 0;
  for (const line of text.split('\n')) {
    if (/fdatasync.*= 0|fsync.*= 0/.test(line)) synced = true;
    else if (line.includes('"354 ')) {
      begun = true;
      synced = false;
    } else if (begun && line.includes('taken as')) {
      seen++;
      if (!synced) early++;
      begun = false;
    }
  }
  return { early, seen };
}

/** strace of the database's backends and the mail processes. */
async function trace(world: World, options: string[]): Promise<ChildProcess> {
  const rows = await world.ask<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend'",
  );
  const postmaster = findPostmaster(world.cluster)?.pid ?? 0;
  const mail = options.some((option) => option.includes('write'))
    ? [world.mail.pid, ...descendants(world.mail.pid)]
    : [];
  const pids = [postmaster, ...rows.map(({ pid }) => pid), ...mail];
  const tracer = spawn('strace', ['-f', '-q', ...options, ...pids.flatMap((pid) => ['-p', String(pid)])], {
    stdio: 'ignore',
  });
  await sleep(500);
  return tracer;
}

async function stop(tracer: ChildProcess): Promise<void> {
  if (tracer.exitCode !== null) return;
  const ended = new Promise((resolve) => tracer.once('exit', resolve));
  tracer.kill('SIGINT');
  await ended;
}

function withoutStrace(): string | null {
  const { status, stderr } = spawnSync('strace', ['-q', '-o', '/dev/null', 'true'], { encoding: 'utf8' });
  return status === 0 ? null : `strace cannot be used here (${stderr?.trim() || 'it is not installed'})`;
}
