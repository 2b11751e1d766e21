import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ServiceOptions {
  name: string;
  command: string[];
  env: NodeJS.ProcessEnv;
  /** Receives stdout and stderr. */
  log: string;
  cwd: string;
  /** The account that runs it; by default that of this process. */
  account?: { uid: number; gid: number } | undefined;
}

/** Delay before a service is started again, as systemd's RestartSec. */
const RESTART_MS = 1000;

/** A process that is restarted whenever it ends, until it is stopped or kept down. */
export class Service {
  readonly name: string;
  readonly #options: ServiceOptions;
  #child: ChildProcess | undefined;
  #wanted = true;
  #loop: Promise<void>;
  starts = 0;

  constructor(options: ServiceOptions) {
    this.name = options.name;
    this.#options = options;
    this.#loop = this.#run();
  }

  get output(): string {
    return readFileSync(this.#options.log, 'utf8');
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Sends SIGKILL to the process and its process group. The process is restarted. */
  kill(): void {
    const pid = this.#child?.pid;
    if (pid === undefined || this.#child?.exitCode !== null) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The process has just ended.
    }
  }

  /** Kills the process and keeps it down until `resume`. */
  async keepDown(): Promise<void> {
    this.#wanted = false;
    this.kill();
    await this.#loop;
  }

  resume(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    this.#loop = this.#run();
  }

  /** Sends SIGTERM and waits for the end; kills processes that do not end. */
  async stop(): Promise<void> {
    this.#wanted = false;
    this.#child?.kill('SIGTERM');
    const ended = await Promise.race([this.#loop.then(() => true), sleep(20_000, false, { ref: false })]);
    if (!ended) this.kill();
    await this.#loop;
  }

  async #run(): Promise<void> {
    while (this.#wanted) {
      const { command, env, cwd, log, account } = this.#options;
      const [program = '', ...args] = command;
      const file = openSync(log, 'a');
      this.starts += 1;
      const child = spawn(program, args, { cwd, env, ...account, detached: true, stdio: ['ignore', file, file] });
      closeSync(file);
      this.#child = child;
      await new Promise<void>((done) => {
        child.once('exit', () => done());
        child.once('error', () => done());
      });
      if (this.#wanted) await sleep(RESTART_MS);
    }
  }
}
