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
import { TAKE_WITHIN } from './rules.ts';
import type { UploadTicket } from './signed-address.ts';
import { receiveUpload, uploadOf } from './store.ts';

export interface ReceiveParts {
  db: Database;
  clock: Clock;
  storage: Storage;
  /** Where files lie while they arrive. */
  folder: string;
}

/** What a request says of its body. */
export interface Announced {
  type: string | undefined;
  length: number | undefined;
}

/** Refuses by the ticket and the request's headers alone what must not be read. Throws upload_* failures. */
export async function admitUpload(
  { db, clock }: Pick<ReceiveParts, 'db' | 'clock'>,
  ticket: UploadTicket | null,
  announced: Announced,
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
 * Takes a file in and answers its hash. Of several at once the first that is whole wins, the others get upload_used; one
 * that is cut off leaves nothing behind, and the address takes another.
 */
export async function receiveFile(
  { db, clock, storage, folder }: ReceiveParts,
  ticket: UploadTicket,
  body: Readable,
): Promise<string> {
  await using file = await namelessFile(folder);
  const { size, hash } = await writeUpTo(UPLOAD_MAX_BYTES, body, file);
  const key = `uploads/${randomBytes(16).toString('hex')}.bin`;
  await registerUpload(db, [key], clock());
  await storage.put(key, { handle: file, size }, 'application/octet-stream');
  const won = await db.transaction().execute(async (trx) => {
    const now = clock();
    const received = await receiveUpload(trx, ticket.id, key, now);
    // Whoever took it over by then has done with it; nobody may begin to an hour before.
    await scheduleDeletion(trx, [key], received ? new Date(now.getTime() + 2 * TAKE_WITHIN) : now);
    if (!received) await enqueueDeletionJob(trx);
    return received;
  });
  if (!won) throw new ApiError('upload_used');
  return hash;
}

/** A file that is gone when it is closed, however the process ends. */
async function namelessFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true });
  const name = path.join(folder, `${randomBytes(12).toString('hex')}.part`);
  const handle = await open(name, 'wx+', 0o600);
  await rm(name, { force: true });
  return handle;
}

async function writeUpTo(most: number, body: Readable, file: FileHandle): Promise<{ size: number; hash: string }> {
  const hash = createHash('sha256');
  let size = 0;
  // Not ended by leaving the loop: the connection still has to carry the answer.
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > most) throw new ApiError('upload_too_large');
    hash.update(bytes);
    await file.writeFile(bytes);
    if (body instanceof IncomingMessage) giveBack(bytes);
  }
  return { size, hash: hash.digest('hex').slice(0, 32) };
}

/** Frees a piece that came from the network and is ours alone: the collector would come by after some 100 MB of them. */
function giveBack({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
