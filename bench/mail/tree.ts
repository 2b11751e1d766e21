import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second, whatever its kernel was built for. */
const TICK_MS = 10;

export interface Process {
  pid: number;
  parent: number;
  /** Of its command line. */
  command: string;
  /** Milliseconds of CPU: its own, and those of its children that have ended. */
  cpu: number;
}

/** A process and all below it. */
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
    // The second field is a name in parentheses, which may hold anything; the fields after it are counted from there.
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
    return undefined; // ended meanwhile
  }
}

/** The most memory that a process has ever had resident, in MB. */
export function peakMemory(pid: number): number {
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
