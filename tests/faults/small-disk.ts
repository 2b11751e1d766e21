import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const MOUNT = 'mount -t tmpfs -o size="$1"m none "$0" && echo ready && exec cat';

/** A disk of a few megabytes: a tmpfs that only the processes in a mount namespace of its own see. */
export class SmallDisk {
  /** Where those processes find it. */
  readonly path: string;
  private readonly holder: ChildProcess;

  private constructor(path: string, holder: ChildProcess) {
    this.path = path;
    this.holder = holder;
  }

  /** Why there can be none here, in words; null where there can. */
  static missing(): string | null {
    const script = 'mount -t tmpfs none /mnt && nsenter --version';
    const { status, stderr } = spawnSync('unshare', ['-Urm', 'sh', '-c', script], { encoding: 'utf8' });
    return status === 0 ? null : `no user namespace with a tmpfs can be had (${stderr?.trim() || 'no unshare'})`;
  }

  static async make(path: string, megabytes: number): Promise<SmallDisk> {
    mkdirSync(path, { recursive: true });
    const holder = spawn('unshare', ['-Urm', 'sh', '-c', MOUNT, path, String(megabytes)], {
      // It ends with this process, however that ends: nothing comes, and then the pipe is closed.
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    if (!holder.stdout) throw new Error('unshare says nothing');
    await once(holder.stdout, 'data', { signal: AbortSignal.timeout(10_000) });
    return new SmallDisk(path, holder);
  }

  /** Words before a program that is to see the disk. */
  get prefix(): string[] {
    const enter = ['nsenter', '-U', '-m', '-t', String(this.holder.pid), '--preserve-credentials', '--'];
    // The namespace begins at its root folder.
    return [...enter, 'sh', '-c', 'cd "$0" && exec "$@"', ROOT];
  }

  read(file: string): string {
    return readFileSync(join(this.outside, file), 'utf8');
  }

  /** Takes all of it but so many bytes. */
  fill(leave: number): void {
    this.free();
    const { bavail, bsize } = statfsSync(this.outside);
    const size = Math.max(0, bavail * bsize - leave);
    try {
      writeFileSync(this.filler, Buffer.alloc(size, 1));
    } catch {
      // Somebody was faster: full is full.
    }
  }

  free(): void {
    rmSync(this.filler, { force: true });
  }

  async close(): Promise<void> {
    if (this.holder.exitCode !== null) return;
    const ended = once(this.holder, 'exit');
    this.holder.kill('SIGKILL');
    await ended;
  }

  private get outside(): string {
    return join(`/proc/${this.holder.pid}/root`, this.path);
  }

  private get filler(): string {
    return join(this.outside, 'filler');
  }
}
