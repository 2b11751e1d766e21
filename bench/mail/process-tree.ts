import { readdirSync, readFileSync } from 'node:fs';

/** /proc reports times in hundredths of a second, independently of the kernel's configuration (proc(5)). */
const TICK_MS = 10;

export interface Process {
  pid: number;
  parent: number;
  /** The command line. */
  command: string;
  /** CPU time of the process and of its exited children, in milliseconds. */
  cpu: number;
}

/** Returns a process and all its descendants. */
export function processTree(root: number): Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
  const tree = all.filter(({ pid }) => pid === root);
  for (const above of tree) tree.push(...all.filter(({ parent }) => parent === above.pid));
  return tree;
}

function readProcess(pid: number): Process | undefined {
  try {
    // The second field is a name in parentheses, which may contain spaces. Indexes start at the field after the name.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const [parent = 0, utime = 0, stime = 0, childUtime = 0, childStime = 0] = [1, 11, 12, 13, 14].map(
      (at) => fields[at],
    );
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { pid, parent, command, cpu: (utime + stime + childUtime + childStime) * TICK_MS };
  } catch {
    return undefined; // the process has exited
  }
}

/** Returns the peak resident memory of a process in MB. */
export function peakMemory(pid: number): number {
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
