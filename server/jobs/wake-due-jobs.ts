import type { EventEmitter } from 'node:events';
import type { WorkerPool } from 'graphile-worker';
import type pg from 'pg';
import { announceDueJobs } from '../platform/jobs/graphile-tables.ts';
import type { Logger } from '../platform/log/log.ts';

/** Minimum time between two queries for due jobs, and the time to the next one while jobs are due. */
const POLL_MS = 2000;
/** Maximum time between two queries, in case an announcement was lost. */
const IDLE_POLL_MS = 30_000;
/** Interval at which each worker polls by itself, in case it was not woken. */
export const WORKER_POLL_MS = 600_000;

/** The events of graphile-worker that report that a job was added or will be retried, and whether it listens. */
export type JobEvents = Pick<EventEmitter, 'on' | 'off'>;
const EVENTS = ['pool:listen:notification', 'job:error'];
const DEAF = 'pool:listen:error';
/** Events after which the workers listen again, or end. */
const NOT_DEAF = ['pool:listen:success', 'pool:gracefulShutdown', 'pool:forcefulShutdown'];

/**
 * Wakes workers for delayed jobs that are due, such as retries: new jobs are announced and start immediately. Otherwise
 * each worker would have to poll, which causes most of the database load of an idle installation. Looks up when the
 * next job is due, and does so again soon after a job was added or failed. Jobs of a locked queue are left out: the
 * worker that finishes the current job of the queue continues with them. If the workers lose their listening
 * connection, they may take a minute to reopen it; until then, this function queries every two seconds and wakes them.
 */
export function wakeForDueJobs(
  pool: Pick<pg.Pool, 'query'>,
  log: Logger,
  events?: JobEvents,
): { stop(): Promise<void> } {
  let polling = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let nextAt = Number.POSITIVE_INFINITY;
  let polledAt = Number.NEGATIVE_INFINITY;
  let stopped = false;
  /** The workers while they do not listen. */
  let deaf: WorkerPool | undefined;

  async function poll(): Promise<void> {
    polledAt = performance.now();
    nextAt = Number.POSITIVE_INFINITY;
    let delay = POLL_MS;
    try {
      const { due, nextInMs } = await announceDueJobs(pool);
      if (due > 0) deaf?.nudge(due);
      else if (!deaf) delay = Math.min(Math.max(nextInMs ?? IDLE_POLL_MS, 50), IDLE_POLL_MS);
    } catch (err) {
      log.warn({ event: 'job.poll_failed', err }, 'could not query the due jobs');
    }
    pollIn(delay);
  }

  /** Polls after this time, unless an earlier poll is planned. */
  function pollIn(milliseconds: number): void {
    const at = performance.now() + milliseconds;
    if (stopped || at >= nextAt) return;
    clearTimeout(timer);
    nextAt = at;
    timer = setTimeout(() => {
      polling = polling.then(poll);
    }, milliseconds).unref();
  }

  const soon = () => pollIn(Math.max(0, polledAt + POLL_MS - performance.now()));
  const isDeaf = ({ workerPool }: { workerPool: WorkerPool }) => {
    deaf = workerPool;
    soon();
  };
  const isNotDeaf = () => {
    deaf = undefined;
    // Announcements in the meantime were missed.
    soon();
  };
  const listeners = [
    ...EVENTS.map((name) => [name, soon] as const),
    ...NOT_DEAF.map((name) => [name, isNotDeaf] as const),
    [DEAF, isDeaf] as const,
  ];
  for (const [name, listener] of listeners) events?.on(name, listener);
  pollIn(0);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      for (const [name, listener] of listeners) events?.off(name, listener);
      await polling;
    },
  };
}
