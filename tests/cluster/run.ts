import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../drills/run.ts';
import { Chance } from '../faults/chance.ts';
import { processEnvironment } from '../support/server/process-environment.ts';
import { DatabaseCluster, MAXIMUM_LAG, type Replication } from './database-cluster.ts';
import { DownTimes } from './down-times.ts';
import { failOver } from './failover.ts';
import { Installation } from './installation.ts';
import { arrivedMail, MailLoad } from './mail-load.ts';
import { findPrograms } from './programs.ts';
import { type ClusterResult, clusterFailures, excuseOf, lostWrites, missingClaims, missingMail } from './verdict.ts';
import { WebLoad } from './web-load.ts';

const ROOT = join(import.meta.dirname, '../..');
const HANDLES = ['cluster-page-one', 'cluster-page-two', 'cluster-page-three', 'cluster-page-four'];
/** A page that nobody edits: it stays readable while there is no primary. */
const QUIET = 'cluster-quiet-page';
const SENDERS = 4;
/** Milliseconds between two kills of a process. */
const KILL_EVERY = [2000, 6000] as const;

export interface ClusterRun {
  folder: string;
  seed: number;
  replication: Replication;
  /** Seconds of load with kills before the primary is killed, and again after it. */
  seconds: number;
  tell(line: string): void;
}

export interface ClusterReport {
  rows: Record<string, string | number>[];
  failures: string[];
}

/** Runs the cluster under load, kills processes and the primary, and counts what was lost. */
export async function runCluster({ folder, seed, seconds, replication, tell }: ClusterRun): Promise<ClusterReport> {
  const chance = new Chance(seed);
  const database = new DatabaseCluster(join(folder, 'database'), findPrograms(), replication);
  const installation = new Installation(join(folder, 'nameplate'), database);
  const abandon = () => {
    for (const service of installation.services) service.kill();
    database.abandon();
  };
  process.once('exit', abandon);
  try {
    tell('starting etcd, Patroni with two nodes, HAProxy and PgBouncer');
    await database.start();
    tell('starting 3 http, 2 mail and 2 jobs processes');
    await installation.start();
    const web = new WebLoad(installation);
    await web.prepare(HANDLES, QUIET, database);
    const mail = new MailLoad(
      installation,
      HANDLES.map((handle) => `${handle}@handles.internal`),
      SENDERS,
    );
    const down = new DownTimes(installation.httpPorts);
    web.start();
    const kills = { processes: 0, primaries: 0 };
    const killFor = async (time: number) => {
      for (const end = Date.now() + time; Date.now() < end; ) {
        await sleep(chance.whole(...KILL_EVERY));
        const service = installation.services[chance.whole(0, installation.services.length - 1)];
        service?.kill();
        kills.processes += 1;
        tell(`killed ${service?.name}`);
      }
    };
    await killFor(seconds * 1000);
    // A process cannot serve anything if it starts without a primary.
    await web.untilQuietPageIsServed();
    const { withoutPrimary, lag } = await failOver(database, tell);
    kills.primaries += 1;
    await killFor(seconds * 1000);
    await web.stop();
    await mail.stop();
    await down.stop();
    tell('no more load; waiting for the queue and for every process');
    await allServe(installation);
    tell(resumeQueue(installation));
    const unfinished: string[] = [];
    await untilQueueIsEmpty(database).catch((error: Error) => unfinished.push(error.message));
    await web.requireFreshPages().catch((error: Error) => unfinished.push(error.message));
    const arrived = arrivedMail(installation);
    const result: ClusterResult = {
      accepted: mail.accepted,
      arrived,
      failedReads: web.failedReads,
      withoutPrimary: [withoutPrimary],
      down: down.intervals,
      acknowledgedAt: new Map([...mail.acceptedAt, ...web.claimedAt]),
      lag: lag && { ...lag, until: withoutPrimary.until, allowed: MAXIMUM_LAG },
      claimed: web.claimed,
      pages: web.pages,
      edits: web.counts.edits,
      stored: await displayNames(database),
    };
    const failures = [...unfinished, ...clusterFailures(result)];
    const excused = (reason: ReturnType<typeof excuseOf>) =>
      web.failedReads.filter((read) => excuseOf(read, result) === reason).length;
    return {
      failures,
      rows: [
        { what: 'processes killed', count: kills.processes },
        { what: 'primaries killed', count: kills.primaries },
        {
          what: 'seconds until another primary accepted writes',
          count: Math.round((withoutPrimary.until - withoutPrimary.from) / 1000),
        },
        ...(lag ? [{ what: 'bytes that the promoted standby lacked', count: lag.bytes }] : []),
        { what: 'messages that got 250', count: mail.accepted.length },
        { what: 'of these, lost', count: missingMail(result).length },
        { what: 'of these, delivered twice', count: mail.accepted.filter((id) => (arrived.get(id) ?? 0) > 1).length },
        {
          what: 'messages that got another reply or none',
          count: [...mail.refused.values()].reduce((a, b) => a + b, 0),
        },
        { what: 'edits with 200', count: web.counts.edits },
        { what: 'claims with 201', count: web.claimed.length },
        { what: 'of these claims, lost', count: missingClaims(result).length },
        { what: 'of these writes, lost beyond what the replication may lose', count: lostWrites(result).length },
        { what: 'writes that failed', count: web.counts.failedEdits + web.counts.failedClaims },
        { what: 'page reads with 200', count: web.counts.reads },
        { what: 'page reads that failed while there was no primary', count: excused('no primary') },
        { what: 'page reads that failed while no http process accepted connections', count: excused('no process') },
        { what: 'page reads that failed without a reason', count: excused(null) },
      ],
    };
  } finally {
    await installation.stop();
    await database.stop();
    process.off('exit', abandon);
  }
}

async function allServe({ httpPorts }: Installation): Promise<void> {
  for (const port of httpPorts) {
    await until(`http on ${port}`, async () => (await fetch(`http://localhost:${port}/healthz`)).ok, 120);
  }
}

/** A promoted standby pauses the queue at the next start of a mail process (docs/operate.md); an operator resumes it. */
function resumeQueue({ env }: Installation): string {
  const results = ['resume', 'flush'].map((command) => {
    const run = spawnSync(process.execPath, ['tools/queue.ts', command], {
      cwd: ROOT,
      encoding: 'utf8',
      env: processEnvironment(env),
    });
    return `${command}: ${(run.stdout || run.stderr).trim().split('\n').at(-1)}`;
  });
  return results.join('; ');
}

async function untilQueueIsEmpty(database: DatabaseCluster): Promise<void> {
  const isDone = async () => {
    const [row] = await database.query<{ count: number }>('select count(*)::integer as count from mail_recipients');
    return row?.count === 0;
  };
  await until('an empty mail queue', isDone, 120);
}

/** Returns the display name of each handle in the database. */
async function displayNames(database: DatabaseCluster): Promise<Map<string, string | null>> {
  const rows = await database.query<{ handle: string; name: string | null }>(
    'select handle, display_name as name from handles',
  );
  return new Map(rows.map(({ handle, name }) => [handle, name]));
}
