import { z } from 'zod';
import { BackupError } from './backup-error.ts';

// An archive is a tar file, compressed with gzip and, with a key, encrypted in the age format. Its entries, in this order:
//   backup.json                               what the archive contains, and the schema it was made with
//   keys/...                                  secret.key, tls.json, dkim/SELECTOR.pem
//   database/SCHEMA.TABLE/NNNNNN.copy         the rows, as COPY writes them (text format), in pieces of up to 4 MB
//   objects/KEY                               pictures and sharing images
//   manifest.json                             the number of rows of each table and of everything else
// After every 1,000 entries, and before the manifest, an entry checksums/NNNNNN.sha256 lists them in the format of sha256sum; the
// manifest has the checksums of those lists. `sha256sum -c checksums/*` verifies an unpacked archive.

const FORMAT = 'nameplate-backup';
const FORMAT_VERSION = 1;

/** The rows of a table are cut into pieces of this size. */
export const CHUNK_BYTES = 4 * 1024 * 1024;
/** Uploads are limited to 10 MB; S3 storage reads objects up to this size. */
export const MAX_OBJECT_BYTES = 16 * 1024 * 1024;
const MAX_KEY_BYTES = 64 * 1024;
export const MAX_KEYS = 1000;
const MAX_JSON_BYTES = 4 * 1024 * 1024;
/** Entries that one list of checksums covers. */
export const ENTRIES_PER_LIST = 1000;

const identifier = z.string().min(1).max(63);
const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

const tableSchema = z.object({
  schema: z.enum(['public', 'graphile_worker']),
  name: identifier,
  columns: z.array(identifier).min(1).max(500),
});
/** A table and the columns whose values the archive contains, in order. */
export type ArchivedTable = z.infer<typeof tableSchema>;

const headerSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  createdAt: z.iso.datetime(),
  release: z.string().max(100),
  postgres: z.string().max(100),
  /** Names of the migrations applied to the database, oldest first. */
  migrations: z.array(z.string().max(100)).min(1).max(10_000),
  /** Number of the last migration of the job queue's own tables. */
  jobQueue: count,
  tables: z.array(tableSchema).max(1000),
});
export type ArchiveHeader = z.infer<typeof headerSchema>;

const manifestSchema = z.object({
  /** Number of entries that the lists of checksums cover. */
  entries: count,
  /** SHA-256 of each list of checksums. */
  checksums: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(20_000),
  tables: z.array(z.object({ schema: identifier, name: identifier, rows: count, chunks: count })).max(1000),
  sequences: z
    .array(
      z.object({ schema: identifier, name: identifier, value: z.string().regex(/^-?\d{1,19}$/), called: z.boolean() }),
    )
    .max(1000),
  keys: count,
  objects: z.object({ count, bytes: count }),
});
export type ArchiveManifest = z.infer<typeof manifestSchema>;
export type ArchivedSequence = ArchiveManifest['sequences'][number];

/** The kind of content of an entry, by its name. */
export type EntryKind =
  | { kind: 'header' }
  | { kind: 'manifest' }
  | { kind: 'checksums'; number: number }
  | { kind: 'key'; key: string }
  | { kind: 'rows'; table: string; number: number }
  | { kind: 'object'; key: string };

const NAMES: [RegExp, (match: string[]) => EntryKind, maxBytes: number][] = [
  [/^backup\.json$/, () => ({ kind: 'header' }), MAX_JSON_BYTES],
  [/^manifest\.json$/, () => ({ kind: 'manifest' }), MAX_JSON_BYTES],
  [/^checksums\/(\d{6})\.sha256$/, ([, number]) => ({ kind: 'checksums', number: Number(number) }), 512 * 1024],
  [
    /^keys\/(secret\.key|tls\.json|dkim\/[A-Za-z0-9][A-Za-z0-9_-]{0,62}\.pem)$/,
    ([, key = '']) => ({ kind: 'key', key }),
    MAX_KEY_BYTES,
  ],
  [
    /^database\/([a-z_]{1,63}\.[A-Za-z0-9_]{1,63})\/(\d{6})\.copy$/,
    ([, table = '', number]) => ({ kind: 'rows', table, number: Number(number) }),
    CHUNK_BYTES,
  ],
  // The keys that storage accepts: no segment begins with a dot.
  [
    /^objects\/([a-z0-9-]{1,100}(?:\/[a-z0-9-]{1,100}){0,8}\.[a-z0-9]{1,10})$/,
    ([, key = '']) => ({ kind: 'object', key }),
    MAX_OBJECT_BYTES,
  ],
];

/** Returns the kind of content of an entry. Throws if no archive has an entry with this name and size. */
export function entryKind(name: string, size: number): EntryKind {
  for (const [pattern, toKind, maxBytes] of NAMES) {
    const match = pattern.exec(name);
    if (!match) continue;
    if (Number.isSafeInteger(size) && size >= 0 && size <= maxBytes) return toKind(match);
    throw new BackupError(`The archive is damaged or not from Nameplate: ${name} claims to have ${size} bytes.`);
  }
  const shown = JSON.stringify(name.slice(0, 120));
  throw new BackupError(`The archive is damaged or not from Nameplate: it has an entry ${shown}.`);
}

export const rowsEntry = (table: { schema: string; name: string }, number: number) =>
  `database/${tableName(table)}/${String(number).padStart(6, '0')}.copy`;
export const checksumsEntry = (number: number) => `checksums/${String(number).padStart(6, '0')}.sha256`;
export const tableName = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`;

/** Returns the content of backup.json. */
export function encodeHeader(header: Omit<ArchiveHeader, 'format' | 'version'>): Buffer {
  return encode({ format: FORMAT, version: FORMAT_VERSION, ...header } satisfies ArchiveHeader);
}

/** Parses backup.json. Throws if the archive has another format. */
export function decodeHeader(content: Buffer): ArchiveHeader {
  const json = parseJson(content);
  const outer = z
    .object({ format: z.literal(FORMAT), version: z.number(), release: z.string().max(100) })
    .safeParse(json);
  if (outer.success && outer.data.version > FORMAT_VERSION) {
    throw new BackupError(
      `The archive was made by Nameplate ${outer.data.release}, in a format that this release cannot read. ` +
        'Restore it with that release or a newer one.',
    );
  }
  return parsed(headerSchema, json, 'backup.json');
}

export function encodeManifest(manifest: ArchiveManifest): Buffer {
  return encode(manifest);
}

export function decodeManifest(content: Buffer): ArchiveManifest {
  return parsed(manifestSchema, parseJson(content), 'manifest.json');
}

function encode(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    return undefined;
  }
}

function parsed<T>(schema: z.ZodType<T>, json: unknown, name: string): T {
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0] ?? { path: [], message: '' };
  throw new BackupError(
    `The archive is damaged or not from Nameplate: ${name} is invalid (${[...path, message].join(' ')}).`,
  );
}
