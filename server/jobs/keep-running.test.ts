import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepRunning } from './keep-running.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Waits with the faked timers. */
const wait = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

function setUp() {
  const runners: ReturnType<typeof fakeRunner>[] = [];
  const events: unknown[] = [];
  let failure: Error | undefined;
  const record = ({ event, err }: { event: string; err?: Error }) =>
    events.push(err ? `${event}: ${err.message}` : event);
  const log = { info: record, error: record };
  return {
    runners,
    events,
    failWith: (error: Error | undefined) => {
      failure = error;
    },
    keep: () =>
      keepRunning(
        async () => {
          if (failure) throw failure;
          const runner = fakeRunner();
          runners.push(runner);
          return runner;
        },
        log as never,
        wait,
      ),
  };
}

/**
 * Creates a runner that behaves like one of graphile-worker: its promise settles when it ends, and `stop` then rejects.
 */
function fakeRunner() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let isEnding = false;
  return {
    promise,
    resolve,
    reject,
    endBySelf: () => {
      isEnding = true;
    },
    stop: vi.fn(async () => {
      if (isEnding) throw new Error('Runner is already stopped');
      resolve();
    }),
  };
}

it('starts another runner after one that failed or ended, even if that takes several attempts', async () => {
  const { runners, events, failWith, keep } = setUp();
  const jobs = await keep();
  expect(jobs.isRunning()).toBe(true);
  failWith(new Error('no database'));
  runners[0]?.reject(new Error('queue is inconsistent'));
  await vi.advanceTimersByTimeAsync(1999);
  expect([jobs.isRunning(), events]).toEqual([false, ['job.runner_ended: queue is inconsistent']]);
  await vi.advanceTimersByTimeAsync(2001);
  expect(events.slice(1)).toEqual(['job.runner_restart_failed: no database', 'job.runner_restart_failed: no database']);
  failWith(undefined);
  await vi.advanceTimersByTimeAsync(2000);
  expect([jobs.isRunning(), runners.length, events.at(-1)]).toEqual([true, 2, 'job.runner_restarted']);
  runners[1]?.resolve();
  await vi.advanceTimersByTimeAsync(2000);
  expect([jobs.isRunning(), runners.length, events.at(-2)]).toEqual([true, 3, 'job.runner_ended']);
  await jobs.stop();
});

it('stops the runner without starting another one, and reports nothing', async () => {
  const { runners, events, keep } = setUp();
  const jobs = await keep();
  await jobs.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([jobs.isRunning(), runners.length, runners[0]?.stop.mock.calls.length, events]).toEqual([false, 1, 1, []]);
});

it('can be stopped while no runner runs, and while one is ending by itself', async () => {
  const { runners, keep } = setUp();
  const waiting = await keep();
  runners[0]?.resolve();
  await vi.advanceTimersByTimeAsync(1000);
  await waiting.stop();
  const ending = await keep();
  runners[1]?.endBySelf();
  const stopped = ending.stop();
  runners[1]?.resolve();
  await stopped;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(runners).toHaveLength(2);
});

it('rejects if the first runner cannot be started', async () => {
  const { failWith, keep } = setUp();
  failWith(new Error('no rights'));
  await expect(keep()).rejects.toThrow('no rights');
});
