import { readFileSync } from 'node:fs';

/** /proc reports times in hundredths of a second, independently of the kernel's configuration (proc(5)). */
const TICK_MS = 10;

/** Returns the CPU time of a process and its children (such as nginx workers) in milliseconds; undefined without /proc. */
export function cpuUsed(pid: number): number | undefined {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    return [String(pid), ...children].reduce((sum, process) => sum + ownCpu(process), 0);
  } catch {
    return undefined;
  }
}

function ownCpu(pid: string): number {
  // The second field is a name in parentheses, which may contain spaces. utime and stime are fields 14 and 15.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
