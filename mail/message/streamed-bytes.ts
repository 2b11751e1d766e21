/** Bytes of large messages that pass through a process between two collections. */
const COLLECT_AFTER = 8 * 1024 * 1024;

let streamed = 0;

/**
 * Counts bytes of a large message that have been read or written, and collects young garbage after some megabytes of them. Such
 * buffers are outside of the heap of V8, which does not collect them for their size before 64 MB. Only a process that was
 * started with `--expose-gc` collects.
 */
export function countStreamed(bytes: number): void {
  streamed += bytes;
  if (streamed < COLLECT_AFTER) return;
  streamed = 0;
  // Async: at the end of the current task, when nothing on the stack keeps buffers alive.
  void globalThis.gc?.({ type: 'minor', execution: 'async' });
}
