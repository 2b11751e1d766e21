import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { systemClock } from '../platform/jobs/clock.ts';
import { type ArchiveManifest, checksumsEntry, ENTRIES_PER_LIST, encodeManifest } from './archive-format.ts';
import { type BackupKey, encrypt } from './encryption.ts';

/** Writes the entries of an archive, one after the other. */
export interface ArchiveWriter {
  /** Resolves once the content is on its way to the file. */
  add(name: string, content: Buffer, at?: Date): Promise<void>;
  /** Writes the manifest and resolves once the file is durable. */
  finish(manifest: Omit<ArchiveManifest, 'entries' | 'checksums'>): Promise<void>;
  /** Resolves once the file is closed. */
  abort(error: Error): Promise<void>;
}

/** The gzip header that every archive has. zlib fills in the system and the level, and no checksum covers them. */
export const GZIP_HEADER = Buffer.from('1f8b08000000000000ff', 'hex');

/** Creates an archive, encrypted if a key is given. Once the file has failed, every call rejects with its error. */
export async function createArchiveWriter(
  file: string,
  key: BackupKey | undefined,
  createFile: (file: string) => Writable = createNewFile,
): Promise<ArchiveWriter> {
  const tar = pack();
  // Most bytes are pictures and compressed mail; for the rows a higher level takes much longer and saves little.
  const compressed = fixedHeader();
  const output = key ? await encrypt(compressed, key) : compressed;
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    tar.destroy(failure);
  };
  const target = createFile(file);
  // Registered before the pipelines, one of which would only report that the other ended early.
  target.once('error', fail);
  const pipelines = [
    pipeline(tar as unknown as Readable, createGzip({ level: 3 }), compressed),
    pipeline(output, target),
  ];
  for (const one of pipelines) one.catch(fail);

  let lines: string[] = [];
  let entries = 0;
  const checksums: string[] = [];

  function put(name: string, content: Buffer, at: Date): Promise<void> {
    return new Promise((resolve, reject) => {
      if (failure) return reject(failure);
      const header = { name, mode: 0o600, mtime: at, type: 'file' as const, size: content.length };
      const entry = tar.entry(header, content, (error) => (error ? reject(failure ?? error) : resolve()));
      // The callback gets the error; without a listener, the event would end the process.
      entry.on('error', () => {});
    });
  }

  async function writeList(): Promise<void> {
    const list = Buffer.from(lines.join(''));
    lines = [];
    checksums.push(sha256(list));
    await put(checksumsEntry(checksums.length), list, systemClock());
  }

  return {
    async add(name, content, at = systemClock()) {
      lines.push(checksumLine(name, content));
      entries++;
      await put(name, content, at);
      if (lines.length === ENTRIES_PER_LIST) await writeList();
    },
    async finish(manifest) {
      if (lines.length > 0) await writeList();
      await put('manifest.json', encodeManifest({ ...manifest, entries, checksums }), systemClock());
      tar.finalize();
      await Promise.all(pipelines).catch((error: Error) => {
        throw failure ?? error;
      });
    },
    async abort(error) {
      fail(error);
      await Promise.allSettled(pipelines);
    },
  };
}

/** Creates a file that only this user can read and that is synced when it ends. Fails if it exists. */
function createNewFile(file: string): Writable {
  return createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
}

/** Returns the line of a list of checksums, in the format of sha256sum. */
export function checksumLine(name: string, content: Buffer): string {
  return `${sha256(content)}  ${name}\n`;
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function fixedHeader(): Transform {
  let head: Buffer | undefined = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (head === undefined) return done(null, chunk);
      head = Buffer.concat([head, chunk]);
      if (head.length < GZIP_HEADER.length) return done();
      GZIP_HEADER.copy(head);
      const whole = head;
      head = undefined;
      done(null, whole);
    },
  });
}
