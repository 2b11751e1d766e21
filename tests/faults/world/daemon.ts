import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processEnvironment } from '../../support/server/process-environment.ts';

const ROOT = join(import.meta.dirname, '../../..');
const MAX_OUTPUT = 20_000;
/** The output of a start that exits because PostgreSQL is still recovering. */
const NO_DATABASE = 'The database cannot be used';

export interface DaemonOptions {
  name: string;
  env: Record<string, string>;
  /** The command prefix. */
  prefix?: string[];
  /** The file for the output. */
  log: string;
  /** Modules that are loaded before the program. */
  imports?: string[];
  /** The folder with the code; by default this working tree. */
  cwd?: string;
}

/** One process of Nameplate under a supervisor, which restarts it whenever it exits. */
export class Daemon {
  readonly name: string;
  /** The settings for the next start. */
  readonly env: Record<string, string>;
  /** The number of unexpected exits, except those of a start without a database. */
  crashes = 0;
  readonly #options: DaemonOptions;
  #child: ChildProcess | null = null;
  #newest = '';
  #ready = false;
  #wanted = false;
  /** Whether the process was ever ready. */
  #served = false;
  #loop: Promise<void> | null = null;

  constructor(options: DaemonOptions) {
    this.#options = options;
    this.name = options.name;
    this.env = { ...options.env };
  }

  /** Starts the process and waits until it is ready. Rejects with its output if that takes too long. */
  async start(within = 60_000): Promise<void> {
    this.#wanted = true;
    this.#loop ??= this.#supervise();
    await this.untilReady(within);
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Returns the newest output since the last start. */
  get output(): string {
    return this.#newest;
  }

  /** Returns the log of all starts. */
  get log(): string {
    return readFileSync(this.#options.log, 'utf8');
  }

  /** Returns how many times the log of all starts contains a text. */
  logged(text: string): number {
    return this.log.split(text).length - 1;
  }

  /** Whether the process runs and is ready. */
  get isReady(): boolean {
    return this.#ready;
  }

  async untilReady(within: number): Promise<void> {
    for (const deadline = Date.now() + within; !this.#ready; await sleep(20)) {
      if (Date.now() > deadline || (!this.#served && this.crashes > 2))
        throw new Error(`${this.name} was not ready in time:\n${this.#newest.slice(-3000)}`);
    }
  }

  /** Kills the process and its children, calls `between` when all have ended, and starts the process again. */
  async kill(between: () => Promise<void> = async () => {}): Promise<void> {
    this.#wanted = false;
    const child = this.#child;
    const pids = child?.pid ? [...descendants(child.pid), child.pid] : [];
    for (const pid of pids) tryKill(pid, 'SIGKILL');
    await this.#loop;
    for (const deadline = Date.now() + 10_000; pids.some(isAlive) && Date.now() < deadline; ) await sleep(5);
    await between();
    this.#wanted = true;
    this.#loop = this.#supervise();
  }

  /** Sends SIGTERM, starts the process again after its exit, and returns its exit code. */
  async restart(): Promise<number | null> {
    const code = await this.stop();
    this.#wanted = true;
    this.#loop = this.#supervise();
    return code;
  }

  /** Sends SIGTERM and returns the exit code. Kills a process that has not exited after a minute, and returns null. */
  async stop(): Promise<number | null> {
    this.#wanted = false;
    const [child, loop] = [this.#child, this.#loop];
    if (!child || !loop) return 0;
    child.kill('SIGTERM');
    const late = AbortSignal.timeout(60_000);
    const pids = child.pid ? [...descendants(child.pid), child.pid] : [];
    late.addEventListener('abort', () => pids.forEach((pid) => void tryKill(pid, 'SIGKILL')));
    await loop;
    this.#loop = null;
    return late.aborted ? null : child.exitCode;
  }

  /** Returns the resident memory of the process and its children, in megabytes. */
  get megabytes(): number {
    const bytes = [this.pid, ...descendants(this.pid)].map((pid) => field(pid, 'VmRSS'));
    return bytes.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1024;
  }

  /** Returns the number of open files and sockets of the process. */
  get handles(): number {
    try {
      return readdirSync(`/proc/${this.pid}/fd`).length;
    } catch {
      return 0;
    }
  }

  async #supervise(): Promise<void> {
    while (this.#wanted) {
      const wasReady = await this.#run();
      if (!this.#wanted) return;
      if (wasReady || !this.#served || !this.#newest.includes(NO_DATABASE)) this.crashes++;
      await sleep(100);
    }
  }

  /** Runs the process until it exits, and returns whether it was ready. */
  async #run(): Promise<boolean> {
    const { prefix = [], imports = [], cwd = ROOT } = this.#options;
    const [command = '', ...args] = [...prefix, process.execPath, programOf(cwd)];
    // NODE_OPTIONS instead of arguments, so that child processes inherit the imports.
    const nodeOptions = imports.map((file) => `--import=${file}`).join(' ');
    const child = spawn(command, args, {
      cwd,
      env: processEnvironment({ NODE_OPTIONS: nodeOptions, ...this.env }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#ready = false;
    this.#newest = '';
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#newest = (this.#newest + text).slice(-MAX_OUTPUT);
        appendFileSync(this.#options.log, text);
        if (!this.#ready) output += text;
        if (output.includes('Nameplate is ready')) {
          this.#ready = true;
          this.#served = true;
        }
      });
    }
    await new Promise((resolve) => child.once('close', resolve).once('error', resolve));
    const wasReady = this.#ready;
    this.#ready = false;
    return wasReady;
  }
}

/** The program without its supervisor, which this class replaces to see each crash; releases before 0.11.0 had no supervisor. */
function programOf(folder: string): string {
  return existsSync(join(folder, 'server/serve.ts')) ? 'server/serve.ts' : 'server/main.ts';
}

/** Returns the descendants of a process. */
export function descendants(pid: number): number[] {
  if (pid === 0) return [];
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').map(Number).filter(Boolean);
    return children.flatMap((child) => [...descendants(child), child]);
  } catch {
    return [];
  }
}

function tryKill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function field(pid: number, name: string): number {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
  } catch {
    return 0;
  }
}
