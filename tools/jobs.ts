import { findEmbedded } from '../db/embedded.ts';
import { deleteIsolatedJob, releaseJob, retryJob } from '../server/jobs/isolated-job-commands.ts';
import { ConfigError, parseConfig } from '../server/platform/config/config.ts';
import { type Database, openDatabase, openPool } from '../server/platform/db/database.ts';
import { DEATHS_TO_ISOLATE, type IsolatedJob, listIsolated } from '../server/platform/jobs/isolated-job-store.ts';

// Shows and changes jobs that crashed a process, while Nameplate runs.
const USAGE = `npm run jobs -- list           jobs that crashed a process
npm run jobs -- show ID
npm run jobs -- retry ID       attempts the job now, in a separate process
npm run jobs -- release ID     runs the job now, in the normal processes
npm run jobs -- delete ID --yes`;

const [command = '', id = '', ...flags] = process.argv.slice(2);

try {
  const config = parseConfig(process.env);
  const url = config.databaseUrl ?? (await findEmbedded(config.dataDir));
  if (!url) fail('The embedded database is not running: start Nameplate first, or set DATABASE_URL.');
  const pool = openPool(url, 1);
  try {
    await run(openDatabase(pool));
  } finally {
    await pool.end();
  }
} catch (error) {
  fail(error instanceof ConfigError ? error.message : `The database cannot be used: ${(error as Error).message}`);
}

async function run(db: Database): Promise<void> {
  if (command === 'list') return list(db);
  if (!/^\d{1,18}$/.test(id)) fail(USAGE);
  switch (command) {
    case 'show':
      return show((await listIsolated(db, id))[0] ?? unknown());
    case 'retry':
      if (!(await retryJob(db, id))) fail(`Job ${id} does not exist or is not isolated.`);
      return console.log(`Job ${id} is due now.`);
    case 'release':
      if (!(await releaseJob(db, id))) unknown();
      return console.log(`Job ${id} is released.`);
    case 'delete':
      if (!flags.includes('--yes')) fail('A deleted job cannot be restored. Add --yes to confirm.');
      if (!(await deleteIsolatedJob(db, id))) unknown();
      return console.log(`Job ${id} is deleted.`);
    default:
      fail(USAGE);
  }
}

async function list(db: Database): Promise<void> {
  const jobs = await listIsolated(db);
  if (jobs.length === 0) console.log('No job has crashed a process.');
  for (const job of jobs) {
    console.log([job.id, job.task, `${job.deaths} ${job.deaths === 1 ? 'death' : 'deaths'}`, stateOf(job)].join('  '));
  }
}

function stateOf({ deaths, next_try_at, failed_attempts }: IsolatedJob): string {
  if (next_try_at) return `WAITS until ${next_try_at.toISOString()} after ${failed_attempts} failed attempts`;
  return deaths >= DEATHS_TO_ISOLATE ? 'isolated' : 'not isolated';
}

function show(job: IsolatedJob): void {
  const facts: [string, string][] = [
    ['Job', `${job.id}, ${job.task}`],
    ['Payload', JSON.stringify(job.payload)],
    ['Since', job.created_at.toISOString()],
    ['Deaths', `${job.deaths}, the last at ${job.last_death_at.toISOString()}`],
    ['State', stateOf(job)],
    ['Last error', job.last_error ?? 'none'],
  ];
  for (const [name, value] of facts) console.log(`${`${name}:`.padEnd(12)}${value}`);
}

function unknown(): never {
  fail(`Job ${id} does not exist.`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
