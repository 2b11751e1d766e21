import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { type ArchiveManifest, checksumsEntry, ENTRIES_PER_LIST, encodeManifest } from './archive-format.ts';
import { type BackupKey, encrypt } from './encryption.ts';

/** Writes the entries of an archive, one after the other. */
export interface ArchiveWriter {
  /** Resolves once the content is on its way to the file. */
  add(name: string, content: Buffer, at?: Date): Promise<void>;
  /** Writes the manifest and resolves once the file is durable. */
  finish(manifest: Omit<ArchiveManifest, 'entries' | 'checksums'>): Promise<void>;
  abort(error: Error): Promise<void>;
}

/** The gzip header that every archive has. zlib fills in the system and the level, and no checksum covers them. */
export const GZIP_HEADER = Buffer.from('1f8b08000000000000ff', 'hex');

/** Creates an archive, encrypted if a key is given. It fails if the file exists. */
export async function createArchiveWriter(file: string, key: BackupKey | undefined): Promise<ArchiveWriter> {
  const tar = pack();
  // Most bytes are pictures and compressed mail; for the rows a higher level takes much longer and saves little.
  const compressed = fixedHeader();
  const output = key ? await encrypt(compressed, key) : compressed;
  const written = Promise.all([
    pipeline(tar as unknown as Readable, createGzip({ level: 3 }), compressed),
    pipeline(output, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })),
  ]);
  let failure: Error | undefined;
  written.catch((error: Error) => {
    failure = error;
    tar.destroy(error);
  });

  let lines: string[] = [];
  let entries = 0;
  const checksums: string[] = [];

  function put(name: string, content: Buffer, at: Date): Promise<void> {
    return new Promise((resolve, reject) => {
      if (failure) return reject(failure);
      tar.entry({ name, mode: 0o600, mtime: at, type: 'file', size: content.length }, content, (error) =>
        error ? reject(failure ?? error) : resolve(),
      );
    });
  }

  async function writeList(): Promise<void> {
    const list = Buffer.from(lines.join(''));
    lines = [];
    checksums.push(sha256(list));
    await put(checksumsEntry(checksums.length), list, new Date());
  }

  return {
    async add(name, content, at = new Date()) {
      lines.push(checksumLine(name, content));
      entries++;
      await put(name, content, at);
      if (lines.length === ENTRIES_PER_LIST) await writeList();
    },
    async finish(manifest) {
      if (lines.length > 0) await writeList();
      await put('manifest.json', encodeManifest({ ...manifest, entries, checksums }), new Date());
      tar.finalize();
      await written;
    },
    async abort(error) {
      tar.destroy(error);
      await written.catch(() => {});
    },
  };
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
