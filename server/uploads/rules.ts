import { createHash, randomBytes } from 'node:crypto';
import { PICTURE_WIDTHS, type PictureKind, picturePath, readPicturePath } from '../../contract/pictures.ts';
import type { OwnProfile } from '../../contract/profiles.ts';
import type { DB } from '../../db/schema.ts';
import type { Database, Queryable, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import {
  cancelDeletion,
  enqueueDeletionJob,
  registerUpload,
  scheduleDeletion,
} from '../platform/storage/deletion-queue.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { ownProfile } from '../profiles/own-rules.ts';
import { accountProfilesChanged } from '../profiles/rules.ts';
import type { Variant } from './encode-picture.ts';
import type { PictureWork } from './picture-queue.ts';
import { pictureObject, pictureObjects } from './shared/picture-objects.ts';
import type { UploadAddresses, UploadTicket } from './signed-address.ts';
import {
  deleteUpload,
  deleteUploadsBefore,
  insertUpload,
  lockPictures,
  setPicture,
  unfinishedSince,
  uploadOf,
} from './store.ts';

const MINUTE = 60_000;
/** How long an address takes a file. */
const SEND_WITHIN = 15 * MINUTE;
/** How long after it was sent a file may be taken over. */
export const TAKE_WITHIN = 60 * MINUTE;
/** Uploads that an account may begin in an hour and not bring to an end. */
const UNFINISHED = 20;

export interface UploadParts {
  db: Database;
  clock: Clock;
  storage: Storage;
  addresses: UploadAddresses;
  work: PictureWork;
}

/** Begins an upload and answers the signed address that its file is sent to. */
export async function beginUpload(
  { db, clock, addresses }: Pick<UploadParts, 'db' | 'clock' | 'addresses'>,
  accountId: number,
  kind: PictureKind,
  named: { contentType?: string | undefined; contentLength?: number | undefined },
): Promise<string> {
  const now = clock();
  const expires = new Date(now.getTime() + SEND_WITHIN);
  const id = randomBytes(18).toString('base64url');
  await db.transaction().execute(async (trx) => {
    // Counted under the lock of the account, so that many at once are no way around.
    if (!(await lockPictures(trx, accountId))) throw new ApiError('signed_out');
    if ((await unfinishedSince(trx, accountId, new Date(now.getTime() - 60 * MINUTE))) >= UNFINISHED) {
      throw new ApiError('too_many_requests', {
        message: 'You have started many uploads without finishing them. Please try again in an hour.',
        retryAfter: 3600,
      });
    }
    await insertUpload(trx, { id, account_id: accountId, kind, created_at: now, expires_at: expires });
  });
  const { contentType: type, contentLength: length } = named;
  return addresses.write({ id, owner: accountId, kind, expires, type, length });
}

/**
 * Takes an uploaded file over as an account's picture: encodes it, stores the variants, puts them in the place of those
 * before, which are deleted after that. Throws upload_* and picture_* failures, and not_found for another's address.
 */
export async function takePicture(
  { db, clock, storage, addresses, work }: UploadParts,
  accountId: number,
  kind: PictureKind,
  address: string,
): Promise<OwnProfile> {
  const ticket = readAddress(addresses, kind, address);
  if (ticket?.owner !== accountId || ticket.kind !== kind) throw new ApiError('not_found');
  const upload = await uploadOf(db, ticket);
  if (!upload) return takenBefore(db, accountId, ticket);
  const { object_key: key, received_at: receivedAt } = upload;
  if (key === null || receivedAt === null || receivedAt.getTime() + TAKE_WITHIN <= clock().getTime()) {
    throw new ApiError('upload_missing');
  }
  let variants: Variant[];
  try {
    variants = await work(kind, () => storage.open(key));
  } catch (error) {
    // While this one waited for its turn another call took the file over, and the original is gone.
    if (error instanceof ApiError && error.code === 'upload_missing') return takenBefore(db, accountId, ticket);
    throw error;
  }
  const path = await publish({ db, clock, storage }, ticket, variants);
  return db.transaction().execute(async (trx) => {
    const before = await lockPictures(trx, accountId);
    // Taken over twice at the same time: the other's picture is in place, what was stored here goes by itself.
    if (!before || !(await deleteUpload(trx, upload.id))) return takenBefore(trx, accountId, ticket);
    if (!(await cancelDeletion(trx, pictureObjects(path)))) throw new ApiError('unexpected');
    await scheduleDeletion(trx, [key], clock());
    await replacePicture(trx, { accountId, kind, path, before: before[kind], now: clock() });
    return ownProfile(trx, accountId);
  });
}

/** Takes an account's picture away; it is deleted after that. */
export async function removePicture(
  { db, clock }: Pick<UploadParts, 'db' | 'clock'>,
  accountId: number,
  kind: PictureKind,
): Promise<OwnProfile> {
  return db.transaction().execute(async (trx) => {
    const before = (await lockPictures(trx, accountId))?.[kind] ?? null;
    if (before !== null) await replacePicture(trx, { accountId, kind, path: null, before, now: clock() });
    return ownProfile(trx, accountId);
  });
}

/** Forgets uploads that can't be taken over any more; their objects are doomed from the start. */
export async function forgetUploads(db: Queryable, now: Date): Promise<void> {
  await deleteUploadsBefore(db, new Date(now.getTime() - 2 * TAKE_WITHIN));
}

function readAddress(addresses: UploadAddresses, kind: PictureKind, address: string): UploadTicket | null {
  const within = addresses.within(address);
  if (within !== null) return addresses.read(within);
  const message = 'This is not an address that a picture was uploaded to. Please upload it first.';
  throw new ApiError('invalid_input', { message, errors: [{ path: `${kind}Url`, message }] });
}

/** The first half of a published picture's id, by which it is known whose upload it was. */
function markOf(uploadId: string): string {
  return createHash('sha256').update(`picture ${uploadId}`).digest('hex').slice(0, 20);
}

/** The profile where this upload is in place already. */
async function takenBefore(db: Queryable, accountId: number, { id, kind }: UploadTicket): Promise<OwnProfile> {
  const profile = await ownProfile(db, accountId);
  const picture = readPicturePath((kind === 'avatar' ? profile.avatarUrl : profile.bannerUrl) ?? '');
  if (!picture?.id.startsWith(markOf(id))) throw new ApiError('upload_missing');
  return profile;
}

/**
 * Stores the variants of a picture and answers the path of the middle one. Their name is a hash of upload, attempt and
 * content: nobody shares objects with somebody else, nor one attempt with another.
 */
async function publish(
  { db, clock, storage }: Pick<UploadParts, 'db' | 'clock' | 'storage'>,
  { id, kind }: UploadTicket,
  variants: Variant[],
): Promise<string> {
  const hash = createHash('sha256').update(randomBytes(16));
  for (const { webp } of variants) hash.update(webp);
  const picture = markOf(id) + hash.digest('hex').slice(0, 20);
  const path = picturePath(kind, picture, PICTURE_WIDTHS[kind][1]);
  await registerUpload(db, pictureObjects(path), clock());
  for (const { width, webp } of variants) {
    await storage.put(pictureObject(picturePath(kind, picture, width)) ?? '', webp, 'image/webp');
  }
  return path;
}

async function replacePicture(
  trx: Transaction<DB>,
  change: { accountId: number; kind: PictureKind; path: string | null; before: string | null; now: Date },
): Promise<void> {
  const { accountId, kind, path, before, now } = change;
  await setPicture(trx, accountId, kind, path);
  await scheduleDeletion(trx, pictureObjects(before), now);
  await enqueueDeletionJob(trx);
  await accountProfilesChanged(trx, accountId);
}
