import type { Task, TaskList } from 'graphile-worker';
import { counter, durations } from '../platform/metrics/registry.ts';
import { inSpan } from '../platform/tracing/tracing.ts';

const attempts = counter('nameplate_job_attempts_total', 'Attempts of jobs', ['task', 'result']);
const seconds = durations('nameplate_job_duration_seconds', 'Time of one attempt of a job', ['task']);

/** Counts, times and traces each job attempt. */
export function measureTasks(tasks: TaskList): TaskList {
  const measured = Object.entries(tasks).map(([task, run]): [string, Task] => [
    task,
    async (payload, helpers) => {
      const startedAt = performance.now();
      let result = 'failed';
      try {
        const done = await inSpan(`job ${task}`, { 'nameplate.task': task }, async () =>
          (run as Task)(payload as never, helpers),
        );
        result = 'done';
        return done;
      } finally {
        attempts.inc({ task, result });
        seconds.observe({ task }, (performance.now() - startedAt) / 1000);
      }
    },
  ]);
  return Object.fromEntries(measured);
}
