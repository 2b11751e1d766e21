import { type ChildProcess, fork } from 'node:child_process';
import { constants } from 'node:os';
import { EndedAtStart, type Exit, keepProcess } from './kept-process.ts';
import type { PlainLog } from './plain-log.ts';
import { HEARTBEAT_OPTIONS } from './process-heartbeat.ts';
import { releaseStartMemory } from './release-start-memory.ts';
import type { Systemd } from './systemd.ts';

/** The variable that tells a supervised process how many processes before it were replaced. */
export const REPLACED_PROCESSES = 'REPLACED_PROCESSES';

/**
 * Runs a program in a child process, which is replaced when it dies or is stuck for `timeout` milliseconds (0: never). Signals
 * are passed on, and this process ends with the exit code of the child. If the child ends by itself before it was ready for the
 * first time, this process ends, too: a wrong setting does not mend itself.
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
        // A process group of its own: Ctrl-C reaches it through this process only, and it can be killed with its children.
        detached: true,
      });
      child.once('exit', () => killGroup(child));
      return child;
    },
    onStuck: ({ pid }) =>
      log.error({ event: 'process.stuck', stuckPid: pid }, 'a process does not respond, is killed and is replaced'),
    onDeath({ pid, code, signal, delay }) {
      replaced += 1;
      log.error({ event: 'process.died', diedPid: pid, code, signal, delay }, 'a process died and is replaced');
    },
  });

  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    // The child knows what a second signal means.
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
    // A child that could start has reported why it ends.
    if (error.code === null) log.error({ event: 'process.start_failed', err: error }, 'the process could not start');
    end(error);
  });
}

/** Ends this process as the child ended. */
function end(child: Exit | null): never {
  if (child?.signal) process.exit(128 + constants.signals[child.signal]);
  process.exit(child ? (child.code ?? 1) : 0);
}

/** Ends the children of a process that died, of which one may be stuck, so that its successor finds their ports free. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // None is left.
  }
}
