import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostmaster } from '../../../db/embedded-postmaster.ts';
import type { Fault } from '../fault.ts';
import { descendants } from '../world/daemon.ts';
import type { World } from '../world/world.ts';

/**
 * kill -9 does not lose the page cache of the kernel, so it does not simulate a power loss. These faults check with strace
 * that the sender of queued mail gets 250 only after PostgreSQL has synced its WAL, and that a failed sync loses no mail.
 */
export const SYNC_ORDER: Fault[] = [
  {
    name: 'power loss: order',
    description: 'strace shows that queued mail gets 250 only after PostgreSQL has synced its WAL',
    // Mail of unverified senders is never queued; it is delivered during the SMTP session.
    load: { senders: 1, pause: 20, several: 1, unverified: 0 },
    missing: withoutStrace,
    async inject(world) {
      const settings = ['fsync', 'synchronous_commit', 'full_page_writes'];
      const rows = await Promise.all(settings.map((name) => world.query<Record<string, string>>(`show ${name}`)));
      const off = settings.filter((name, at) => rows[at]?.[0]?.[name] !== 'on');
      const broken = off.map((name) => `I1: the setting ${name} is off`);
      const file = join(world.options.folder, `order-${Date.now()}.strace`);
      const tracer = await trace(world, ['-e', 'trace=fdatasync,fsync,write,writev', '-s', '48', '-o', file]);
      await sleep(5000);
      await stop(tracer);
      const { early, seen } = earlyReplies(readFileSync(file, 'latin1'));
      if (seen < 5) broken.push(`harness: only ${seen} messages were traced by strace`);
      if (early > 0) broken.push(`I1: ${early} of ${seen} messages got a reply before the WAL was synced`);
      return broken;
    },
  },
  {
    name: 'sync fails',
    description: 'fdatasync returns EIO to PostgreSQL (strace), which must crash; the message does not get 250',
    load: { several: 0.7 },
    missing: withoutStrace,
    async inject(world) {
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
      await world.query('select 1');
      return [];
    },
  },
];

/** Counts the messages, and those that got 250 without a sync since DATA. All have two recipients and are queued. */
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

/** Attaches strace to PostgreSQL and, if writes are traced, to the mail processes. */
async function trace(world: World, options: string[]): Promise<ChildProcess> {
  const rows = await world.query<{ pid: number }>(
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
  return status === 0 ? null : `strace is not available (${stderr?.trim() || 'it is not installed'})`;
}
