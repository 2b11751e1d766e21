import { type ChildProcess, fork } from 'node:child_process';
import { constants } from 'node:os';
import { EndedAtStart, type Exit, keepProcess } from './kept-process.ts';
import type { PlainLog } from './plain-log.ts';
import { HEARTBEAT_OPTIONS } from './process-heartbeat.ts';
import { releaseStartMemory } from './release-start-memory.ts';
import type { Systemd } from './systemd.ts';

/** The variable with the number of replaced predecessors of a supervised process. */
export const REPLACED_PROCESSES = 'REPLACED_PROCESSES';

/**
 * Runs a program in a child process, which is replaced when it dies or is stuck for `timeout` milliseconds (0: never).
 * Signals are passed on, and this process ends with the exit code of the child. If the child ends by itself before it
 * was ready for the first time, this process also ends, because a wrong setting does not correct itself.
 */
export function supervise(
  program: string,
  { timeout, log, systemd }: { timeout: number; log: PlainLog; systemd: Systemd },
): void {
  let replaced = 0;

  const kept = keepProcess({
    timeout,
    launch() {
      const child = fork(program, process.argv.slice(2), {
        execArgv: [...process.execArgv, ...HEARTBEAT_OPTIONS],
        env: { ...process.env, [REPLACED_PROCESSES]: String(replaced) },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        // A separate process group: Ctrl-C reaches it only through this process, and it can be killed with its children.
        detached: true,
      });
      child.once('exit', () => killGroup(child));
      return child;
    },
    onStuck: ({ pid }) =>
      log.error({ event: 'process.stuck', stuckPid: pid }, 'a process does not respond: killing and replacing it'),
    onDeath({ pid, code, signal, delay }) {
      replaced += 1;
      log.error({ event: 'process.died', diedPid: pid, code, signal, delay }, 'a process died and will be replaced');
    },
  });

  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    // The child handles a second signal.
    if (isStopping) return kept.child()?.kill(signal);
    isStopping = true;
    systemd.stopping();
    end(await kept.stop((child) => child.kill(signal)));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  const onReady = () => {
    systemd.ready();
    releaseStartMemory();
  };
  kept.started.then(onReady, (error: unknown) => {
    if (!(error instanceof EndedAtStart)) throw error;
    // A child that could be started has reported why it ended.
    if (error.code === null) log.error({ event: 'process.start_failed', err: error }, 'the process could not start');
    end(error);
  });
}

/** Ends this process in the same way as the child. */
function end(child: Exit | null): never {
  if (child?.signal) process.exit(128 + constants.signals[child.signal]);
  process.exit(child ? (child.code ?? 1) : 0);
}

/** Ends the children of a process that died, because a stuck one would keep a port from its successor. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // No process of the group is left.
  }
}
