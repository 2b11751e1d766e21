import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Entry, extract } from 'tar-stream';
import {
  type ArchivedTable,
  type ArchiveHeader,
  type ArchiveManifest,
  checksumsEntry,
  decodeHeader,
  decodeManifest,
  ENTRIES_PER_LIST,
  type EntryKind,
  entryKind,
  MAX_KEYS,
  tableName,
} from './archive-format.ts';
import { checksumLine, GZIP_HEADER, sha256 } from './archive-writer.ts';
import { BackupError } from './backup-error.ts';
import { type BackupKey, openArchive } from './encryption.ts';

/** The parts of an archive, in its order. The header comes first, the manifest last. */
export type ArchivePart =
  | { kind: 'header'; header: ArchiveHeader }
  | { kind: 'key'; key: string; content: Buffer; at: Date }
  | { kind: 'rows'; table: ArchivedTable; content: Buffer }
  | { kind: 'object'; key: string; content: Buffer }
  | { kind: 'manifest'; manifest: ArchiveManifest };

/** Maximum bytes of tar headers between two entries, because the library keeps them all. */
const MAX_TAR_HEADER_BYTES = 1024 * 1024;

const damaged = (what: string) => new BackupError(`The archive is damaged: ${what}.`);

/**
 * Reads an archive and verifies every entry, their order and all counts. Rejects with BackupError at the first fault;
 * an archive is complete only once its manifest was returned. Holds one entry in memory.
 */
export async function* readArchive(file: string, key: BackupKey | undefined): AsyncGenerator<ArchivePart> {
  const check = createVerifier();
  let manifest: ArchivePart | undefined;
  for await (const entry of readEntries(file, key)) {
    const part = check(entry);
    if (part?.kind === 'manifest') manifest = part;
    else if (part) yield part;
  }
  // Returned only after the file was read to its end and found intact.
  if (!manifest) throw damaged('it ends before its manifest');
  yield manifest;
}

/** Reads a whole archive. Returns its header and manifest. */
export async function verifyArchive(
  file: string,
  key: BackupKey | undefined,
): Promise<{ header: ArchiveHeader; manifest: ArchiveManifest }> {
  let header: ArchiveHeader | undefined;
  for await (const part of readArchive(file, key)) {
    if (part.kind === 'header') header = part.header;
    if (part.kind === 'manifest' && header) return { header, manifest: part.manifest };
  }
  throw damaged('it is not complete');
}

interface RawEntry {
  name: string;
  is: EntryKind;
  content: Buffer;
  at: Date;
}

async function* readEntries(file: string, key: BackupKey | undefined): AsyncGenerator<RawEntry> {
  const content = await openArchive(file, key);
  const entries = extract();
  let sinceEntry = 0;
  const limitHeaders = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sinceEntry += chunk.length;
      done(sinceEntry > MAX_TAR_HEADER_BYTES ? damaged('it has a header without an entry') : null, chunk);
    },
  });
  const flowing = pipeline(content, checkGzipHeader(), createGunzip(), limitHeaders, entries as never);
  // The loop below reports the failure.
  flowing.catch(() => {});
  try {
    for await (const entry of entries) {
      sinceEntry = 0;
      const { name, size = 0, type, mtime = new Date(0) } = entry.header;
      if (type !== 'file') throw damaged(`${JSON.stringify(name.slice(0, 120))} is not a file`);
      const is = entryKind(name, size);
      const bytes = await contentOf(entry, size, () => {
        sinceEntry = 0;
      });
      yield { name, is, content: bytes, at: mtime };
      sinceEntry = 0;
    }
    await flowing;
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw damaged((error as Error).message);
  } finally {
    content.destroy();
  }
}

/** Collects the content of an entry whose size was checked. */
async function contentOf(entry: Entry, size: number, onRead: () => void): Promise<Buffer> {
  const content = Buffer.allocUnsafe(size);
  let used = 0;
  for await (const chunk of entry as AsyncIterable<Buffer>) {
    if (used + chunk.length > size) throw damaged('an entry is longer than its header says');
    used += chunk.copy(content, used);
    onRead();
  }
  if (used !== size) throw damaged('an entry is shorter than its header says');
  return content;
}

function checkGzipHeader(): Transform {
  let head: Buffer | undefined = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (head === undefined) return done(null, chunk);
      head = Buffer.concat([head, chunk]);
      if (head.length < GZIP_HEADER.length) return done();
      const whole = head;
      head = undefined;
      const isOurs = whole.subarray(0, GZIP_HEADER.length).equals(GZIP_HEADER);
      done(isOurs ? null : new BackupError('The file is not a backup of Nameplate, or it is damaged.'), whole);
    },
    flush(done) {
      done(head === undefined ? null : damaged('it is empty'));
    },
  });
}

/** Returns a function that takes the entries in order and returns their content. It throws at a fault. */
function createVerifier(): (entry: RawEntry) => ArchivePart | undefined {
  let header: ArchiveHeader | undefined;
  let isComplete = false;
  let lines: string[] = [];
  const lists: string[] = [];
  const totals = { entries: 0, keys: 0, objects: { count: 0, bytes: 0 } };
  const chunks = new Map<string, number>();
  let table = -1;

  function rows(name: string, number: number, { tables }: ArchiveHeader): ArchivedTable {
    for (let next = Math.max(table, 0); next < tables.length; next++) {
      const found = tables[next];
      if (!found || tableName(found) !== name) continue;
      const before = next === table ? (chunks.get(name) ?? 0) : 0;
      if (number !== before + 1) break;
      table = next;
      chunks.set(name, number);
      return found;
    }
    throw damaged(`the rows of ${name} are not in order`);
  }

  function compare(manifest: ArchiveManifest, { tables }: ArchiveHeader): void {
    const isSame =
      manifest.entries === totals.entries &&
      manifest.keys === totals.keys &&
      manifest.objects.count === totals.objects.count &&
      manifest.objects.bytes === totals.objects.bytes &&
      manifest.checksums.length === lists.length &&
      manifest.checksums.every((sum, index) => sum === lists[index]) &&
      manifest.tables.length === tables.length &&
      manifest.tables.every((counted, index) => {
        const own = tables[index];
        return own && tableName(own) === tableName(counted) && counted.chunks === (chunks.get(tableName(own)) ?? 0);
      });
    if (!isSame) throw damaged('its content is not what its manifest lists');
  }

  return ({ name, is, content, at }) => {
    if (isComplete) throw damaged('something follows its manifest');
    if (is.kind === 'checksums') {
      if (is.number !== lists.length + 1 || lines.length === 0 || content.toString() !== lines.join('')) {
        throw damaged(`${checksumsEntry(is.number)} does not match the entries before it`);
      }
      lines = [];
      lists.push(sha256(content));
      return undefined;
    }
    if (is.kind === 'manifest') {
      if (!header || lines.length > 0) throw damaged('its manifest is not at its end');
      const manifest = decodeManifest(content);
      compare(manifest, header);
      isComplete = true;
      return { kind: 'manifest', manifest };
    }
    if (lines.length === ENTRIES_PER_LIST) throw damaged('a list of checksums is missing');
    lines.push(checksumLine(name, content));
    totals.entries++;
    if (is.kind === 'header') {
      if (header) throw damaged('it has two headers');
      header = decodeHeader(content);
      return { kind: 'header', header };
    }
    if (!header) throw damaged('it does not begin with its header');
    if (is.kind === 'rows') return { kind: 'rows', table: rows(is.table, is.number, header), content };
    if (is.kind === 'key') {
      totals.keys++;
      if (totals.keys > MAX_KEYS) throw damaged('it has too many keys');
      return { kind: 'key', key: is.key, content, at };
    }
    totals.objects.count++;
    totals.objects.bytes += content.length;
    return { kind: 'object', key: is.key, content };
  };
}
