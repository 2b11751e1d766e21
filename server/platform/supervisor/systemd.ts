import { execFile } from 'node:child_process';
import type { PlainLog } from './plain-log.ts';

/** Reports to systemd. */
export interface Systemd {
  /** Completes `systemctl start`, and begins to notify the watchdog from the event loop of the supervisor. */
  ready(): void;
  stopping(): void;
}

/** Notifies every third of WatchdogSec, so that one late notification does not end a working process. */
const ANSWERS_PER_PERIOD = 3;

/**
 * Returns the connection to systemd, or one that does nothing if `env` names no NOTIFY_SOCKET. Node does not support
 * such sockets, so the program `systemd-notify` sends the messages; the unit needs `NotifyAccess=all`.
 */
export function connectSystemd(env: NodeJS.ProcessEnv, log: Pick<PlainLog, 'warn'>): Systemd {
  let failed = false;
  const notify = (state: string) => {
    if (!env.NOTIFY_SOCKET) return;
    execFile('systemd-notify', [state], { env, timeout: 10_000 }, (error) => {
      if (error && !failed) {
        log.warn({ event: 'systemd.notify_failed', err: error }, 'systemd-notify failed: systemd may end this process');
      }
      failed = error !== null;
    });
  };
  return {
    ready() {
      if (!env.NOTIFY_SOCKET) return;
      notify('READY=1');
      const period = Number(env.WATCHDOG_USEC) / 1000;
      if (!(period > 0) || (env.WATCHDOG_PID && Number(env.WATCHDOG_PID) !== process.pid)) return;
      setInterval(() => notify('WATCHDOG=1'), period / ANSWERS_PER_PERIOD).unref();
    },
    stopping: () => notify('STOPPING=1'),
  };
}
