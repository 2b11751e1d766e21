import type { ChildProcess } from 'node:child_process';

/** Milliseconds between two beats. */
export const HEARTBEAT_INTERVAL = 5000;
/** Milliseconds without a beat after which a process is taken for stuck. */
const SILENCE = 60_000;

/** What a process sends from its event loop, as long as that turns. */
export interface ProcessHeartbeat {
  beat: true;
}

function isBeat(message: unknown): message is ProcessHeartbeat {
  return typeof message === 'object' && message !== null && 'beat' in message;
}

/**
 * Ends a child process whose event loop stands still, from its first beat on. `onStuck` is called right before.
 */
export function watchHeartbeats(
  child: ChildProcess,
  onStuck: () => void,
  { every = HEARTBEAT_INTERVAL, silence = SILENCE }: { every?: number; silence?: number } = {},
): void {
  let missed = 0;
  let timer: NodeJS.Timeout | undefined;
  let lookedAt = performance.now();
  const look = () => {
    const now = performance.now();
    // Where this process stood still itself, the beats of that time have yet to be read.
    const isLate = now - lookedAt > 2 * every;
    lookedAt = now;
    missed = isLate ? 0 : missed + 1;
    if (missed * every < silence) return;
    clearInterval(timer);
    onStuck();
    child.kill('SIGKILL');
  };
  child.on('message', (message) => {
    if (!isBeat(message)) return;
    missed = 0;
    if (timer) return;
    lookedAt = performance.now();
    timer = setInterval(look, every).unref();
  });
  child.once('exit', () => clearInterval(timer));
}
