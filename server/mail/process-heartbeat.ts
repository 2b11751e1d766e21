import type { ChildProcess } from 'node:child_process';

/** Milliseconds between two heartbeats. */
const HEARTBEAT_INTERVAL = 5000;
/** Milliseconds without a heartbeat after which a process counts as stuck. */
const TIMEOUT_MS = 60_000;

/** The message that a process sends regularly from its event loop. */
interface ProcessHeartbeat {
  beat: true;
}

/**
 * Sends heartbeats to the parent process as long as it is connected. A failed write is ignored: the parent may disconnect, or
 * die, just before it, and an unhandled error would end this process while it still receives mail.
 */
export function sendHeartbeats(interval = HEARTBEAT_INTERVAL): void {
  const beat: ProcessHeartbeat = { beat: true };
  setInterval(() => process.connected && process.send?.(beat, () => {}), interval).unref();
}

function isHeartbeat(message: unknown): message is ProcessHeartbeat {
  return typeof message === 'object' && message !== null && 'beat' in message;
}

/** Kills a child process whose event loop is blocked. Watches from its first heartbeat on and calls `onStuck` before the kill. */
export function watchHeartbeats(
  child: ChildProcess,
  onStuck: () => void,
  { interval = HEARTBEAT_INTERVAL, timeout = TIMEOUT_MS }: { interval?: number; timeout?: number } = {},
): void {
  let missed = 0;
  let timer: NodeJS.Timeout | undefined;
  let checkedAt = performance.now();
  const check = () => {
    const now = performance.now();
    // If this process itself was blocked, it has not yet read the heartbeats.
    const isLate = now - checkedAt > 2 * interval;
    checkedAt = now;
    missed = isLate ? 0 : missed + 1;
    if (missed * interval < timeout) return;
    clearInterval(timer);
    onStuck();
    child.kill('SIGKILL');
  };
  child.on('message', (message) => {
    if (!isHeartbeat(message)) return;
    missed = 0;
    if (timer) return;
    checkedAt = performance.now();
    timer = setInterval(check, interval).unref();
  });
  child.once('exit', () => clearInterval(timer));
}
