import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbedded } from '../../db/embedded.ts';
import { freePort } from '../../tests/support/server/free-port.ts';
import { startProcess } from '../../tests/support/server/server-process.ts';
import { processTree } from '../mail/process-tree.ts';
import { median, type Section } from '../print-tables.ts';
import { wholeNumber } from '../whole-number.ts';

/** Time after which the jobs of every start have ended and its garbage has been collected. */
const SETTLE_MS = 60_000;

/** The processes that an installation starts, by name. */
const LAYOUTS: Record<string, Record<string, string>> = {
  'everything, with a mail process': { ROLES: 'http,mail,jobs', MAIL_PROCESSES: '1' },
  'everything, with mail in the main process': { ROLES: 'http,mail,jobs', MAIL_PROCESSES: '0' },
  http: { ROLES: 'http' },
  jobs: { ROLES: 'jobs' },
  'mail, with one mail process': { ROLES: 'mail', MAIL_PROCESSES: '1' },
};

export const about = 'time and CPU of a start, and memory at rest, for each role';
export const options = '--runs N          starts of each role, after one that is not measured (5)';

/** Starts each role on a migrated embedded database, whose own processes do not count. */
export async function measure(args: string[]): Promise<Section[]> {
  const { values } = parseArgs({ args, options: { runs: { type: 'string', default: '5' } } });
  const runs = wholeNumber('runs', values.runs);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'nameplate-bench-start-'));
  const database = await startEmbedded({ dataDir, log: console });
  try {
    const rows: Section['rows'] = [];
    for (const [name, settings] of Object.entries(LAYOUTS)) {
      const start = () => measureStart({ ...settings, DATABASE_URL: database.connectionString, DATA_DIR: dataDir });
      await (await start()).end();
      const starts: Start[] = [];
      for (let run = 0; run < runs; run += 1) {
        starts.push(await start());
        if (run < runs - 1) await starts.at(-1)?.end();
      }
      await sleep(SETTLE_MS);
      const last = starts.at(-1);
      rows.push({
        processes: name,
        'ready after ms': Math.round(median(starts.map(({ milliseconds }) => milliseconds))),
        'CPU ms': Math.round(median(starts.map(({ cpu }) => cpu))),
        'memory MB': Math.round((last?.memory() ?? Number.NaN) / 1024),
      });
      await last?.end();
    }
    return [
      {
        title: `Start on a migrated database, median of ${runs}; resident memory ${SETTLE_MS / 1000} s later`,
        rows,
        notes: ['the memory of several processes counts shared pages once (PSS)'],
      },
    ];
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Start {
  /** Time until the process reported that it is ready, with its CPU time and that of its children. */
  milliseconds: number;
  cpu: number;
  /** Proportional resident memory of the process and its children, in KB. */
  memory(): number;
  end(): Promise<void>;
}

async function measureStart(settings: Record<string, string>): Promise<Start> {
  const env = {
    PORT: `${await freePort()}`,
    SMTP_PORT: `${await freePort()}`,
    LOG_LEVEL: 'error',
    ...settings,
  };
  const begun = performance.now();
  const started = await startProcess(env, { supervised: true });
  const milliseconds = performance.now() - begun;
  const tree = () => processTree(started.pid);
  const cpu = tree().reduce((sum, process) => sum + process.cpu, 0);
  return {
    milliseconds,
    cpu,
    memory: () => tree().reduce((sum, { pid }) => sum + residentKilobytes(pid), 0),
    end: () => started.end('SIGTERM'),
  };
}

/** Returns the proportional set size: of a page shared by n processes, each is charged 1/n (proc_pid_smaps(5)). */
function residentKilobytes(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
}
