import type { Database } from '../db/database.ts';
import { reading } from '../metrics/reading.ts';
import { countJobs, type JobFigures } from './graphile-tables.ts';
import { countProcesses } from './heartbeat.ts';
import { countIsolated } from './isolated-job-store.ts';

const STATES = ['due', 'running', 'later', 'failed', 'retrying'] as const;

const jobs = reading('jobs', [
  { name: 'nameplate_jobs', help: 'Jobs in the database, at most 100000 in all', labels: ['task', 'state'] },
  { name: 'nameplate_jobs_oldest_due_seconds', help: 'How long the oldest due job has been due', labels: ['task'] },
  { name: 'nameplate_jobs_isolated', help: 'Jobs that run in a separate process, because processes died running them' },
]);
const processes = reading('processes', [
  { name: 'nameplate_processes', help: 'Live processes, by their heartbeats', labels: ['role'] },
]);

const statesOf = (one: JobFigures) => STATES.map((state) => ({ labels: { task: one.task, state }, value: one[state] }));

/** Measures the job queue and the processes at each scrape. */
export function measureJobs(db: Database): void {
  jobs.use(async () => {
    const found = await countJobs(db);
    return {
      nameplate_jobs: found.flatMap(statesOf),
      nameplate_jobs_oldest_due_seconds: found.map(({ task, oldest }) => ({ labels: { task }, value: oldest })),
      nameplate_jobs_isolated: [{ value: await countIsolated(db) }],
    };
  });
  processes.use(async () => {
    const live = await countProcesses(db);
    return { nameplate_processes: Object.entries(live).map(([role, value]) => ({ labels: { role }, value })) };
  });
}
