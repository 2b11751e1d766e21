import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import { MIN_BACKUP_PASSPHRASE } from '../platform/config/process-settings.ts';
import { BackupError } from './backup-error.ts';

// Encrypted archives have the format of age (https://age-encryption.org/v1), so that `age --decrypt` opens them too.

/** The encryption key of the archives: an identity of age-keygen, or a passphrase. */
export type BackupKey = { identity: string } | { passphrase: string };

const MAGIC = 'age-encryption.org/v1\n';
const IDENTITY = /^AGE-SECRET-KEY-1[0-9A-Z]+$/;
/** With 2^16 rounds, scrypt takes 64 MB; age's default of 2^18 would take 256 MB during a backup. */
const SCRYPT_LOG_N = 16;
/** The maximum that `age` accepts. A hostile archive could require a gigabyte. */
const MAX_SCRYPT_LOG_N = 18;
const MAX_HEADER_BYTES = 16 * 1024;

/** Returns the key that the settings give, or undefined if archives are not encrypted. */
export async function loadBackupKey({
  key,
  keyFile,
}: {
  key?: string | undefined;
  keyFile?: string | undefined;
}): Promise<BackupKey | undefined> {
  if (key !== undefined) return toKey(key, 'BACKUP_KEY');
  if (keyFile === undefined) return undefined;
  const text = await readFile(keyFile, 'utf8').catch((error: Error) => {
    throw new BackupError(`The file of BACKUP_KEY_FILE cannot be read: ${error.message}`);
  });
  // age-keygen writes the identity below comments.
  const lines = text.split('\n').map((line) => line.trim());
  const line = lines.find((one) => one !== '' && !one.startsWith('#'));
  return toKey(line ?? '', `The file ${keyFile}`);
}

function toKey(text: string, where: string): BackupKey {
  if (IDENTITY.test(text)) return { identity: text };
  if (text.length >= MIN_BACKUP_PASSPHRASE) return { passphrase: text };
  throw new BackupError(
    `${where} must contain a passphrase of at least ${MIN_BACKUP_PASSPHRASE} characters, or an age identity.`,
  );
}

/** Returns the encrypted form of a stream. */
export async function encrypt(plain: Readable, key: BackupKey): Promise<Readable> {
  const encrypter = new Encrypter();
  if ('identity' in key) {
    const recipient = await identityToRecipient(key.identity).catch(() => {
      throw new BackupError('The age identity of BACKUP_KEY is not valid.');
    });
    encrypter.addRecipient(recipient);
  } else {
    encrypter.setScryptWorkFactor(SCRYPT_LOG_N);
    encrypter.setPassphrase(key.passphrase);
  }
  return fromWeb(await encrypter.encrypt(toWeb(plain)));
}

/** Returns the plain content of an archive, decrypted if it is encrypted. Throws if the key is not the right one. */
export async function openArchive(file: string, key: BackupKey | undefined): Promise<Readable> {
  const handle = await open(file).catch((error: Error) => {
    throw new BackupError(`The archive cannot be read: ${error.message}`);
  });
  const start = Buffer.alloc(MAX_HEADER_BYTES);
  const { bytesRead } = await handle.read(start, 0, start.length, 0).finally(() => handle.close());
  const isEncrypted = checkHeader(start.subarray(0, bytesRead), key);
  const content = createReadStream(file, { highWaterMark: 256 * 1024 });
  return isEncrypted && key ? decrypt(content, key) : content;
}

async function decrypt(content: Readable, key: BackupKey): Promise<Readable> {
  const decrypter = new Decrypter();
  try {
    if ('identity' in key) decrypter.addIdentity(key.identity);
    else decrypter.addPassphrase(key.passphrase);
    return fromWeb(await decrypter.decrypt(toWeb(content)));
  } catch (error) {
    content.destroy();
    throw new BackupError(
      `The archive cannot be decrypted: BACKUP_KEY is not the key it was encrypted with, or its header is damaged (${(error as Error).message}).`,
    );
  }
}

/** Returns whether the file is encrypted. Throws if it is and the settings have no key, or if it is not and they have one. */
function checkHeader(start: Buffer, key: BackupKey | undefined): boolean {
  const text = start.toString('latin1');
  if (!text.startsWith(MAGIC)) {
    if (key === undefined) return false;
    throw new BackupError(
      'The archive is not encrypted, and a key is set, so it may not be yours. To use it anyway, unset BACKUP_KEY and BACKUP_KEY_FILE.',
    );
  }
  if (key === undefined)
    throw new BackupError('The archive is encrypted: set BACKUP_KEY or BACKUP_KEY_FILE to its key.');
  if (!text.includes('\n--- ')) throw new BackupError('The archive is damaged: its encryption header does not end.');
  // A passphrase stanza is always the only one: "-> scrypt SALT LOG_N".
  const [, kind, , logN] = (text.split('\n', 2)[1] ?? '').split(' ');
  if (kind === 'scrypt' && !(Number(logN) <= MAX_SCRYPT_LOG_N)) {
    throw new BackupError(
      'The archive was not encrypted by Nameplate: its passphrase would take too much memory to check.',
    );
  }
  return true;
}

function toWeb(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>;
}

function fromWeb(stream: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as unknown as NodeReadableStream<Uint8Array>);
}
