/** Number of bytes of large messages that pass through a process between two collections. */
const COLLECT_AFTER = 8 * 1024 * 1024;

let streamed = 0;

/**
 * Counts the bytes of large messages that have been read or written, and collects young garbage after some megabytes.
 * Such buffers are outside the V8 heap, and V8 does not collect them because of their size until they reach 64 MB.
 * Requires a process started with `--expose-gc`.
 */
export function countStreamed(bytes: number): void {
  streamed += bytes;
  if (streamed < COLLECT_AFTER) return;
  streamed = 0;
  // Async: at the end of the current task, when nothing on the stack keeps buffers alive.
  void globalThis.gc?.({ type: 'minor', execution: 'async' });
}
