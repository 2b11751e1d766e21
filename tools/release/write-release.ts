import { createHash } from 'node:crypto';
import {
  chmodSync,
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes files below a folder that does not exist yet, and records their checksums and sizes. */
export class ReleaseWriter {
  readonly #folder: string;
  readonly #link: boolean;
  readonly #sums = new Map<string, string>();
  bytes = 0;

  /**
   * With `link`, files are hard links instead of copies, which is faster, but a change to one file changes the other.
   */
  constructor(folder: string, link: boolean) {
    this.#folder = folder;
    this.#link = link;
    mkdirSync(folder, { recursive: true });
  }

  /** Adds a file of `root` under its own path or another one. A symbolic link remains a link. */
  add(root: string, file: string, as = file): void {
    const source = join(root, file);
    const target = this.#pathOf(as);
    const stat = lstatSync(source);
    if (stat.isSymbolicLink()) {
      symlinkSync(readlinkSync(source), target);
      return;
    }
    if (!this.#link || !tryLink(source, target)) {
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
      // The permissions of a release must not depend on the umask of the build machine or of a checkout.
      chmodSync(target, stat.mode & 0o100 ? 0o755 : 0o644);
    }
    this.#record(as, readFileSync(source));
  }

  /** Adds a file with this content. */
  write(file: string, content: string): void {
    writeFileSync(this.#pathOf(file), content);
    this.#record(file, content);
  }

  /** Adds a symbolic link. */
  symlink(file: string, to: string): void {
    symlinkSync(to, this.#pathOf(file));
  }

  /** Writes the checksums of all files so far, in the format of sha256sum, sorted by name. */
  finish(): void {
    const lines = [...this.#sums].sort(([one], [other]) => (one < other ? -1 : 1));
    writeFileSync(join(this.#folder, 'SHA256SUMS'), lines.map(([file, sum]) => `${sum}  ${file}\n`).join(''));
  }

  #pathOf(file: string): string {
    const path = join(this.#folder, file);
    mkdirSync(dirname(path), { recursive: true });
    return path;
  }

  #record(file: string, content: string | Buffer): void {
    this.#sums.set(file, createHash('sha256').update(content).digest('hex'));
    this.bytes += content.length;
  }
}

/** Returns false if the folders are on different file systems. */
function tryLink(source: string, target: string): boolean {
  try {
    linkSync(source, target);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    return false;
  }
}
