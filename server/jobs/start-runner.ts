import type { EventEmitter } from 'node:events';
import { type Runner, type RunnerOptions, run } from 'graphile-worker';

const FAILED = 'worker:getJob:error';
const WORKED = ['worker:getJob:empty', 'job:start'];

/**
 * Starts a runner, and stops it if its first query fails, so that keepRunning starts another one: graphile-worker
 * remembers that failure as long as the runner lives, and the runner would never find a job.
 */
export async function startRunner(options: RunnerOptions & { events: EventEmitter }): Promise<Runner> {
  const { events } = options;
  const first = Promise.withResolvers<boolean>();
  const [worked, failed] = [() => first.resolve(true), () => first.resolve(false)];
  events.once(FAILED, failed);
  for (const name of WORKED) events.once(name, worked);
  const forget = () => {
    events.off(FAILED, failed);
    for (const name of WORKED) events.off(name, worked);
  };
  try {
    const runner = await run(options);
    void first.promise.then((isUsable) => {
      forget();
      // A runner that is being stopped rejects.
      if (!isUsable) runner.stop().catch(() => {});
    });
    return runner;
  } catch (error) {
    forget();
    throw error;
  }
}
