import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbedded } from '../../db/embedded.ts';
import { freePort } from '../../tests/support/server/free-port.ts';
import { type RunningProcess, startProcess } from '../../tests/support/server/server-process.ts';
import type { Section } from '../print-tables.ts';
import { wholeNumber } from '../whole-number.ts';
import { countStatements } from './count-statements.ts';

/** Maximum number of statements a second at rest. */
const GOAL = 1;
/** Time after a start until the jobs that every start schedules are done. */
const SETTLE_MS = 60_000;
const SHOWN = 15;

/** The processes of an installation, by their roles. */
const LAYOUTS: Record<string, string[]> = {
  'one process': ['http,mail,jobs'],
  '2 http, 2 mail, 1 jobs': ['http', 'http', 'mail', 'mail', 'jobs'],
};

export const about = 'statements a second that an installation at rest sends to its database';
export const options = '--seconds N       seconds of each measurement, after a minute to settle (120)';

/** Counts the statements of idle processes on an embedded database. */
export async function measure(args: string[]): Promise<Section[]> {
  const { values } = parseArgs({ args, options: { seconds: { type: 'string', default: '120' } } });
  const seconds = wholeNumber('seconds', values.seconds);
  const sums: Section = { title: `Statements a second at rest (goal: below ${GOAL})`, rows: [] };
  const sections = [sums];
  for (const [name, layout] of Object.entries(LAYOUTS)) {
    const counts = await measureLayout(layout, seconds);
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    sums.rows.push({ installation: name, 'per second': total / seconds });
    const rows = [...counts].toSorted(([, one], [, other]) => other - one).slice(0, SHOWN);
    sections.push({
      title: name,
      rows: rows.map(([statement, count]) => ({ statement, 'per minute': (count * 60) / seconds })),
    });
  }
  return sections;
}

async function measureLayout(layout: string[], seconds: number): Promise<Map<string, number>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'nameplate-bench-idle-'));
  const database = await startEmbedded({ dataDir, log: console });
  const counter = await countStatements(database.connectionString);
  const processes: RunningProcess[] = [];
  try {
    for (const roles of layout) {
      processes.push(
        await startProcess({
          DATABASE_URL: counter.url,
          DATA_DIR: dataDir,
          ROLES: roles,
          LOG_LEVEL: 'error',
          PORT: `${await freePort()}`,
          SMTP_PORT: `${await freePort()}`,
        }),
      );
    }
    await sleep(SETTLE_MS);
    counter.take();
    await sleep(seconds * 1000);
    return counter.take();
  } finally {
    for (const running of processes) await running.end('SIGTERM');
    counter.close();
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
