import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip, gunzipSync, gzipSync } from 'node:zlib';
import { Decrypter, generateX25519Identity } from 'age-encryption';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeHeader } from './archive-format.ts';
import { verifyArchive } from './archive-reader.ts';
import { createArchiveWriter, GZIP_HEADER } from './archive-writer.ts';
import { BackupError } from './backup-error.ts';
import { type BackupKey, loadBackupKey } from './encryption.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nameplate-archive-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
const newFile = () => path.join(folder, `archive-${files++}`);

const HEADER = encodeHeader({
  createdAt: '2026-11-22T12:00:00.000Z',
  release: '0.2.0',
  postgres: '18.4',
  migrations: ['0001_main_job'],
  jobQueue: 19,
  tables: [{ schema: 'public', name: 'handles', columns: ['id', 'handle'] }],
});
const ROWS = Buffer.from('1\tann\n2\tbob\n');
const MANIFEST = {
  tables: [{ schema: 'public', name: 'handles', rows: 2, chunks: 1 }],
  sequences: [],
  keys: 1,
  objects: { count: 1, bytes: 5000 },
};

/** Writes a small archive of two rows, a key and an object that does not compress. */
async function writeArchive(key?: BackupKey): Promise<string> {
  const file = newFile();
  const archive = await createArchiveWriter(file, key);
  const object = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * index * 7919) >> 5));
  await archive.add('backup.json', HEADER);
  await archive.add('keys/secret.key', Buffer.from('secret'));
  await archive.add('database/public.handles/000001.copy', ROWS);
  await archive.add('objects/cards/1-a.png', object);
  await archive.finish(MANIFEST);
  return file;
}

/** Writes a tar file with arbitrary entries. */
async function writeHostile(
  entries: { name: string; content?: Buffer; size?: number; type?: 'symlink' }[],
): Promise<string> {
  const tar = pack();
  for (const { name, content = Buffer.alloc(0), type = 'file' } of entries) {
    tar.entry(
      { name, type, ...(type === 'symlink' && { linkname: '/etc/passwd' }) },
      type === 'file' ? content : undefined,
    );
  }
  tar.finalize();
  return writeGzip(await buffer(tar as unknown as Readable));
}

async function writeGzip(content: Buffer): Promise<string> {
  const file = newFile();
  const zipped = gzipSync(content);
  GZIP_HEADER.copy(zipped);
  await writeFile(file, zipped);
  return file;
}

async function refusal(file: string, key?: BackupKey): Promise<string> {
  const error = await verifyArchive(file, key).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(BackupError);
  return (error as Error).message;
}

const PASSPHRASE = { passphrase: 'correct horse battery staple' };

describe('an archive', () => {
  it('reads an archive as it was written, and so do tar and sha256sum', async () => {
    const file = await writeArchive();
    expect((await verifyArchive(file, undefined)).manifest).toMatchObject({ ...MANIFEST, entries: 4 });
    const tar = gunzipSync(await readFile(file)).toString('latin1');
    expect(tar).toMatch(/[0-9a-f]{64} {2}database\/public\.handles\/000001\.copy\n/);
  });

  it('encrypts an archive in the format of age with a passphrase or an identity, and needs the same key to read it', async () => {
    const identity = await generateX25519Identity();
    for (const key of [PASSPHRASE, { identity }]) {
      const file = await writeArchive(key);
      expect((await verifyArchive(file, key)).manifest.entries).toBe(4);
      const decrypter = new Decrypter();
      if ('identity' in key) decrypter.addIdentity(key.identity);
      else decrypter.addPassphrase(key.passphrase);
      expect(gunzipSync(await decrypter.decrypt(await readFile(file))).toString('latin1')).toContain('backup.json');
      expect(await refusal(file)).toContain('is encrypted: set BACKUP_KEY');
      expect(await refusal(file, { passphrase: 'another passphrase' })).toContain('cannot be decrypted');
      expect(await refusal(file, { identity: await generateX25519Identity() })).toContain('cannot be decrypted');
    }
  });

  it('refuses an unencrypted archive if a key is set', async () => {
    expect(await refusal(await writeArchive(), PASSPHRASE)).toContain('may not be yours');
  });

  it('reads a key from the output of age-keygen and from a file with a passphrase', async () => {
    const identity = await generateX25519Identity();
    const keyFile = newFile();
    await writeFile(keyFile, `# created: today\n# public key: age1...\n${identity}\n`);
    expect(await loadBackupKey({ keyFile })).toEqual({ identity });
    await writeFile(keyFile, 'correct horse battery staple\n');
    expect(await loadBackupKey({ keyFile })).toEqual(PASSPHRASE);
    await writeFile(keyFile, 'short\n');
    await expect(loadBackupKey({ keyFile })).rejects.toThrow(/at least 16 characters/);
  });
});

describe('a damaged archive', () => {
  it('refuses an archive that is cut off at any place', async () => {
    for (const key of [undefined, { identity: await generateX25519Identity() }]) {
      const whole = await readFile(await writeArchive(key));
      for (let length = 0; length < whole.length; length += 331) {
        const file = newFile();
        await writeFile(file, whole.subarray(0, length));
        await refusal(file, key);
      }
    }
  });

  it('refuses an archive with any single bit flipped', async () => {
    for (const key of [undefined, { identity: await generateX25519Identity() }]) {
      const whole = await readFile(await writeArchive(key));
      // Every byte of the headers, and samples of the rest to its end.
      const places = [...Array(40).keys(), ...Array.from({ length: 60 }, (_, index) => whole.length - 1 - index * 97)];
      for (const place of places.filter((one) => one >= 0)) {
        const flipped = Buffer.from(whole);
        flipped.writeUInt8(flipped.readUInt8(place) ^ (1 << (place % 8)), place);
        const file = newFile();
        await writeFile(file, flipped);
        await refusal(file, key);
      }
    }
  });

  it('refuses an archive if entries are missing, repeated, exchanged or added', async () => {
    const header = { name: 'backup.json', content: HEADER };
    const rows = { name: 'database/public.handles/000001.copy', content: ROWS };
    expect(await refusal(await writeHostile([]))).toContain('ends before its manifest');
    expect(await refusal(await writeHostile([rows]))).toContain('does not begin with its header');
    expect(await refusal(await writeHostile([header, header]))).toContain('two headers');
    expect(await refusal(await writeHostile([header, rows, rows]))).toContain('not in order');
    expect(await refusal(await writeHostile([header, rows]))).toContain('ends before its manifest');
    expect(await refusal(await writeHostile([header, { name: 'manifest.json' }]))).toContain('not at its end');
    const list = { name: 'checksums/000001.sha256', content: Buffer.from('0  backup.json\n') };
    expect(await refusal(await writeHostile([header, list]))).toContain('does not match');
  });
});

describe('a hostile archive', () => {
  it.each([
    '../../etc/cron.d/evil',
    '/etc/passwd',
    'objects/../../evil.png',
    'objects/a/./b.png',
    'objects/.hidden.png',
    'keys/../../authorized_keys',
    'keys/dkim/../../evil.pem',
    'keys/other.key',
    'database/pg_catalog.pg_authid";drop/000001.copy',
    'objects/a\\..\\b.png',
  ])('refuses an archive with an entry named %s', async (name) => {
    const content = Buffer.from('x');
    expect(
      await refusal(
        await writeHostile([
          { name: 'backup.json', content: HEADER },
          { name, content },
        ]),
      ),
    ).toContain('it has an entry');
  });

  it('refuses an archive with a link', async () => {
    expect(await refusal(await writeHostile([{ name: 'objects/a.png', type: 'symlink' }]))).toContain('is not a file');
  });

  it('refuses an entry because of the size in its header, before reading any of it', async () => {
    for (const size of [17 * 1024 * 1024, 8 ** 11 - 1]) {
      expect(await refusal(await writeGzip(tarHeader('objects/a.png', size, '0')))).toContain('claims to have');
    }
  });

  it('refuses a header for a long name of more than a megabyte', async () => {
    const long = Buffer.concat([tarHeader('PaxHeader', 8 ** 11 - 1, 'x'), Buffer.alloc(3 * 1024 * 1024, 'a')]);
    expect(await refusal(await writeGzip(long))).toContain('a header without an entry');
  });

  it('refuses an archive whose passphrase takes more memory to check than Nameplate uses', async () => {
    const file = newFile();
    const text = `age-encryption.org/v1\n-> scrypt ${'A'.repeat(22)} 20\n${'A'.repeat(43)}\n--- ${'A'.repeat(43)}\n`;
    await writeFile(file, text);
    expect(await refusal(file, PASSPHRASE)).toContain('too much memory');
  });

  it('refuses another kind of file', async () => {
    const file = newFile();
    await writeFile(file, 'PK\u0003\u0004 something else');
    expect(await refusal(file)).toContain('not a backup of Nameplate');
    expect(await refusal(newFile())).toContain('cannot be read');
    const other = newFile();
    await pipeline(createReadStream(file), createGzip(), createWriteStream(other));
    expect(await refusal(other)).toContain('not a backup of Nameplate');
  });
});

/** Returns a header of the ustar format (POSIX 1003.1) with an arbitrary size. */
function tarHeader(name: string, size: number, type: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${size.toString(8).padStart(11, '0')} `, 124);
  header.write('00000000000 ', 136);
  header.write('        ', 148);
  header.write(type, 156);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Creates a file on a disk that is full after this many bytes. */
function fullAfter(bytes: number): Writable {
  let free = bytes;
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      free -= chunk.length;
      // Asynchronously, as the system reports it.
      setImmediate(() => done(free < 0 ? Object.assign(new Error('no space left'), { code: 'ENOSPC' }) : null));
    },
  });
}

describe.each(['encrypted', 'plain'])('a full disk while an archive is written (%s)', (form) => {
  it('rejects with the reason at whatever point the disk becomes full, and ends every stream', async () => {
    const key = form === 'encrypted' ? { identity: await generateX25519Identity() } : undefined;
    const content = Array.from({ length: 12 }, () => randomBytes(100_000));
    for (const bytes of [0, 1, 150, 70_000, 500_000, 1_100_000]) {
      const target = fullAfter(bytes);
      const archive = await createArchiveWriter('unused', key, () => target);
      const write = async () => {
        for (const [index, one] of content.entries()) await archive.add(`objects/${index}.png`, one);
        await archive.finish(MANIFEST);
      };
      await expect(write(), `${bytes} bytes`).rejects.toMatchObject({ code: 'ENOSPC' });
      await archive.abort(new Error('given up'));
      await expect(archive.add('objects/later.png', ROWS)).rejects.toMatchObject({ code: 'ENOSPC' });
      expect(target.destroyed).toBe(true);
    }
  });
});
