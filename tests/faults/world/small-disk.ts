import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const MOUNT = 'mount -t tmpfs -o size="$1"m none "$0" && echo ready && exec cat';

/** A disk of a few megabytes: a tmpfs in a separate mount namespace. */
export class SmallDisk {
  /** The mount point in that namespace. */
  readonly path: string;
  readonly #holder: ChildProcess;

  constructor(path: string, holder: ChildProcess) {
    this.path = path;
    this.#holder = holder;
  }

  /** Returns the reason why this machine cannot have one, or null if it can. */
  static missing(): string | null {
    const script = 'mount -t tmpfs none /mnt && nsenter --version';
    const { status, stderr } = spawnSync('unshare', ['-Urm', 'sh', '-c', script], { encoding: 'utf8' });
    return status === 0 ? null : `no user namespace with a tmpfs can be created (${stderr?.trim() || 'no unshare'})`;
  }

  static async make(path: string, megabytes: number): Promise<SmallDisk> {
    mkdirSync(path, { recursive: true });
    const holder = spawn('unshare', ['-Urm', 'sh', '-c', MOUNT, path, String(megabytes)], {
      // The helper waits on a pipe, so it ends with this process.
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    if (!holder.stdout) throw new Error('unshare wrote no output');
    await once(holder.stdout, 'data', { signal: AbortSignal.timeout(10_000) });
    return new SmallDisk(path, holder);
  }

  /** The command prefix for a program that uses the disk. */
  get prefix(): string[] {
    const enter = ['nsenter', '-U', '-m', '-t', String(this.#holder.pid), '--preserve-credentials', '--'];
    // The namespace begins at its root folder.
    return [...enter, 'sh', '-c', 'cd "$0" && exec "$@"', ROOT];
  }

  read(file: string): string {
    return readFileSync(join(this.outside, file), 'utf8');
  }

  /** Fills the disk except for this many bytes. */
  fill(leave: number): void {
    this.free();
    const { bavail, bsize } = statfsSync(this.outside);
    const size = Math.max(0, bavail * bsize - leave);
    try {
      writeFileSync(this.#filler, Buffer.alloc(size, 1));
    } catch {
      // Another process has filled the disk.
    }
  }

  free(): void {
    rmSync(this.#filler, { force: true });
  }

  async close(): Promise<void> {
    if (this.#holder.exitCode !== null) return;
    const ended = once(this.#holder, 'exit');
    this.#holder.kill('SIGKILL');
    await ended;
  }

  /** The mount point for programs outside that namespace. */
  get outside(): string {
    return join(`/proc/${this.#holder.pid}/root`, this.path);
  }

  get #filler(): string {
    return join(this.outside, 'filler');
  }
}
