import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface FoundProcess {
  pid: number;
  command: string;
}

/** Returns the live processes, except this one, that name a folder in their arguments or in the environment they started with. */
export function processesOf(folder: string): FoundProcess[] {
  const all = process.platform === 'linux' ? fromProc() : fromPs();
  return all.filter(({ pid, text }) => pid !== process.pid && text.includes(folder));
}

type Listed = FoundProcess & { text: string };

function fromProc(): Listed[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(name), command, text: `${command}\n${environmentOf(name)}` }];
      } catch {
        return [];
      }
    });
}

/** Returns the environment of a process, or an empty text for a process of another user. */
function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}

function fromPs(): Listed[] {
  const { stdout } = spawnSync('ps', ['-axEww', '-o', 'pid=,command='], { encoding: 'utf8' });
  return stdout.split('\n').map((line) => {
    const text = line.trim();
    return { pid: Number.parseInt(text, 10), command: text.replace(/^\d+\s+/, ''), text };
  });
}
