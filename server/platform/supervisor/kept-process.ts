import type { ChildProcess } from 'node:child_process';
import { isStartReport, type StartReport, watchHeartbeats } from './process-heartbeat.ts';

/** Milliseconds until an ended process is replaced: initially, and at most. */
const MIN_RESTART_DELAY = 100;
const MAX_RESTART_DELAY = 10_000;
/** A process that ran longer than this did not fail at its start, so the delay is reset. */
const STABLE_AFTER = 60_000;

/** How a process ended. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Thrown if a process ended by itself before it was ready for the first time. */
export class EndedAtStart extends Error {
  override name = 'EndedAtStart';
  /** What the process reported; empty if it reported nothing. */
  readonly report: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;

  constructor(report: string, { code, signal }: Exit) {
    super(report || `it ended with ${signal ?? `exit code ${code}`}`);
    this.report = report;
    this.code = code;
    this.signal = signal;
  }
}

/** The end of a process that will be replaced after `delay` milliseconds. */
export interface Death extends Exit {
  pid: number | undefined;
  delay: number;
}

/** A program that is started again whenever it ends. */
export interface KeptProcess {
  /**
   * Resolves when the program is ready for the first time. Rejects with EndedAtStart; a process that is stuck at its
   * start is replaced.
   */
  started: Promise<void>;
  /** Returns the current process; undefined between two of them. */
  child(): ChildProcess | undefined;
  isReady(): boolean;
  /** Starts no further process, calls `end` with the current one, and returns how it ended; null if no process was running. */
  stop(end: (child: ChildProcess) => void): Promise<Exit | null>;
}

/** Sends the report of the start to the parent, which may have ended in the meantime. */
export function reportStart(report: StartReport): void {
  if (process.connected) process.send?.(report, () => {});
}

/** Runs the process that `launch` forks, and a new one whenever it dies or is stuck for `timeout` milliseconds (0: never). */
export function keepProcess(options: {
  launch(): ChildProcess;
  timeout: number;
  /** Called before a stuck process is killed. */
  onStuck(child: ChildProcess): void;
  onDeath(death: Death): void;
}): KeptProcess {
  const { launch, timeout, onStuck, onDeath } = options;
  const started = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<Exit>();
  let child: ChildProcess | undefined;
  let restart: NodeJS.Timeout | undefined;
  let [isReady, wasReady, stopping] = [false, false, false];

  function run(delay: number): void {
    const startedAt = performance.now();
    const current = launch();
    let [isStuck, hasEnded, report] = [false, false, ''];
    child = current;
    const end = (exit: Exit) => {
      if (hasEnded) return;
      hasEnded = true;
      isReady = false;
      child = undefined;
      if (stopping) return stopped.resolve(exit);
      if (!wasReady && !isStuck) {
        stopping = true;
        return started.reject(new EndedAtStart(report, exit));
      }
      const next = performance.now() - startedAt > STABLE_AFTER ? MIN_RESTART_DELAY : delay;
      onDeath({ ...exit, pid: current.pid, delay: next });
      restart = setTimeout(() => run(Math.min(MAX_RESTART_DELAY, next * 2)), next);
    };
    watchHeartbeats(
      current,
      () => {
        isStuck = true;
        onStuck(current);
      },
      { timeout },
    );
    current.on('message', (message) => {
      if (!isStartReport(message)) return;
      if (!message.ready) {
        report = message.message;
        return;
      }
      isReady = true;
      wasReady = true;
      started.resolve();
    });
    current.once('exit', (code, signal) => end({ code, signal }));
    current.once('error', (error) => {
      // A process that could not be started has no exit.
      if (current.pid !== undefined) return;
      report = error.message;
      end({ code: null, signal: null });
    });
  }

  run(MIN_RESTART_DELAY);
  return {
    started: started.promise,
    child: () => child,
    isReady: () => isReady,
    async stop(end) {
      stopping = true;
      clearTimeout(restart);
      if (!child) return null;
      end(child);
      return stopped.promise;
    },
  };
}
