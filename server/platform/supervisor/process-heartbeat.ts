import type { ChildProcess } from 'node:child_process';
import { url } from 'node:inspector';
import { fileURLToPath } from 'node:url';

/** Default number of seconds without a heartbeat after which a process is considered stuck. */
export const STUCK_AFTER_SECONDS = 7;
/** Milliseconds between two heartbeats. */
const HEARTBEAT_INTERVAL = 1000;
/** How many times longer a process may take until it is ready: it loads its program in one turn of the event loop. */
const START_FACTOR = 4;
/** Milliseconds in which a disconnected process must finish its work. */
const LAST_WORK_MS = 60_000;

/**
 * Node options of a watched child process. They make it send heartbeats before its program is loaded, because loading
 * may take seconds on a busy machine.
 */
export const HEARTBEAT_OPTIONS = [`--import=${fileURLToPath(new URL('./send-heartbeats.ts', import.meta.url))}`];

/** The message that a process sends regularly from its event loop. */
interface ProcessHeartbeat {
  beat: true;
  /** Whether a debugger can stop the event loop. */
  debugged?: boolean;
}

/** The message that a kept process sends once, after its start. */
export type StartReport = { ready: true } | { ready: false; message: string };

/**
 * Sends heartbeats to the parent process as long as it is connected. A failed write is ignored: the parent may
 * disconnect or die just before the write, and an unhandled error would end this process while it is working. While the
 * parent does not read, one heartbeat waits and no further ones are sent.
 */
export function sendHeartbeats(interval = HEARTBEAT_INTERVAL): void {
  let isWaiting = false;
  const beat = () => {
    if (isWaiting || !process.connected) return;
    const heartbeat: ProcessHeartbeat = { beat: true, ...(url() !== undefined && { debugged: true }) };
    isWaiting = true;
    process.send?.(heartbeat, () => {
      isWaiting = false;
    });
  };
  beat();
  setInterval(beat, interval).unref();
}

function isHeartbeat(message: unknown): message is ProcessHeartbeat {
  return typeof message === 'object' && message !== null && 'beat' in message;
}

export function isStartReport(message: unknown): message is StartReport {
  return typeof message === 'object' && message !== null && 'ready' in message;
}

/**
 * Kills a child process whose event loop does not turn for `timeout` milliseconds, beginning with its fork, and calls
 * `onStuck` before. Until the child is ready, it has four times as long. A timeout of 0 never kills. A process that is or may be connected to a debugger is not killed. A
 * disconnected process sends nothing, and has a minute for its last work.
 */
export function watchHeartbeats(
  child: ChildProcess,
  onStuck: () => void,
  { interval = HEARTBEAT_INTERVAL, timeout }: { interval?: number; timeout: number },
): void {
  // A process that could not be started has no pid.
  if (timeout === 0 || child.pid === undefined) return;
  let isDebugged = false;
  let silentSince = performance.now();
  let checkedAt = silentSince;
  let allowed = timeout * START_FACTOR;
  const check = () => {
    const now = performance.now();
    // If this process itself was blocked, or the machine was suspended, it has not yet read the heartbeats.
    if (isDebugged || now - checkedAt > 2 * interval) silentSince = now;
    checkedAt = now;
    if (now - silentSince < allowed) return;
    clearInterval(timer);
    onStuck();
    child.kill('SIGKILL');
  };
  const timer = setInterval(check, interval).unref();
  child.on('message', (message) => {
    if (isStartReport(message)) allowed = timeout;
    if (!isHeartbeat(message)) return;
    silentSince = performance.now();
    isDebugged = message.debugged === true;
  });
  child.once('disconnect', () => {
    silentSince = performance.now();
    allowed = Math.max(timeout, LAST_WORK_MS);
  });
  child.once('exit', () => clearInterval(timer));
}
