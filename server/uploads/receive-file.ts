import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { UPLOAD_MAX_BYTES } from '../../contract/pictures.ts';
import type { Database } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { enqueueDeletionJob, registerUpload, scheduleDeletion } from '../platform/storage/deletion-queue.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { USE_WITHIN } from './rules.ts';
import type { UploadTicket } from './signed-address.ts';
import { receiveUpload, uploadOf } from './store.ts';

export interface ReceiveContext {
  db: Database;
  clock: Clock;
  storage: Storage;
  /** Folder for files that are being received. */
  folder: string;
}

/** The Content-Type and Content-Length of a request. */
export interface AnnouncedFile {
  type: string | undefined;
  length: number | undefined;
}

/** Checks the ticket and the headers of a request before its body is read. Throws upload_* errors. */
export async function checkUpload(
  { db, clock }: Pick<ReceiveContext, 'db' | 'clock'>,
  ticket: UploadTicket | null,
  announced: AnnouncedFile,
): Promise<UploadTicket> {
  if (!ticket) throw new ApiError('upload_refused');
  if (ticket.expires <= clock()) throw new ApiError('upload_expired');
  if (announced.length !== undefined && announced.length > UPLOAD_MAX_BYTES) throw new ApiError('upload_too_large');
  const { type, length } = ticket;
  if (type !== undefined && type !== announced.type) throw new ApiError('upload_refused');
  if (length !== undefined && length !== announced.length) throw new ApiError('upload_refused');
  const upload = await uploadOf(db, ticket);
  if (!upload) throw new ApiError('upload_refused');
  if (upload.received_at) throw new ApiError('upload_used');
  return ticket;
}

/**
 * Receives a file and returns its hash. Of concurrent uploads, the first complete one wins, and the others get
 * `upload_used`. An interrupted upload leaves nothing behind, and the address accepts another one.
 */
export async function receiveFile(
  { db, clock, storage, folder }: ReceiveContext,
  ticket: UploadTicket,
  body: Readable,
): Promise<string> {
  await using file = await unlinkedFile(folder);
  const { size, hash } = await writeUpTo(UPLOAD_MAX_BYTES, body, file);
  const key = `uploads/${randomBytes(16).toString('hex')}.bin`;
  await registerUpload(db, [key], clock());
  await storage.put(key, { handle: file, size }, 'application/octet-stream');
  const won = await db.transaction().execute(async (trx) => {
    const now = clock();
    const received = await receiveUpload(trx, ticket.id, key, now);
    // Two hours: the file can be used for one hour, and a request that begins at the end of that hour has finished by then.
    await scheduleDeletion(trx, [key], received ? new Date(now.getTime() + 2 * USE_WITHIN) : now);
    if (!received) await enqueueDeletionJob(trx);
    return received;
  });
  if (!won) throw new ApiError('upload_used');
  return hash;
}

/** Creates an unlinked file, which the system deletes when it is closed or the process dies. */
async function unlinkedFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true });
  const name = path.join(folder, `${randomBytes(12).toString('hex')}.part`);
  const handle = await open(name, 'wx+', 0o600);
  await rm(name, { force: true });
  return handle;
}

async function writeUpTo(maxBytes: number, body: Readable, file: FileHandle): Promise<{ size: number; hash: string }> {
  const hash = createHash('sha256');
  let size = 0;
  // Leaving the loop must not end the stream, because the connection still carries the response.
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > maxBytes) throw new ApiError('upload_too_large');
    hash.update(bytes);
    await file.writeFile(bytes);
    if (body instanceof IncomingMessage) freeBuffer(bytes);
  }
  return { size, hash: hash.digest('hex').slice(0, 32) };
}

/** Frees a buffer that came from the network and is not shared. The garbage collector would run only after about 100 MB. */
function freeBuffer({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
