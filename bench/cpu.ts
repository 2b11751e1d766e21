import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second, whatever its kernel was built for. */
const TICK_MS = 10;

/** Milliseconds of CPU that a process and its children (as nginx has) used so far; undefined where /proc does not say. */
export function cpuUsed(pid: number): number | undefined {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    return [String(pid), ...children].reduce((sum, process) => sum + ownCpu(process), 0);
  } catch {
    return undefined;
  }
}

function ownCpu(pid: string): number {
  // The second field is a name in parentheses, which may hold anything; utime and stime are the 14th and 15th.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
