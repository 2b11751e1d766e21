import { createHash, randomBytes } from 'node:crypto';
import {
  PICTURE_WIDTHS,
  type PictureKind,
  picturePath,
  readPublishedPath,
  type UploadKind,
} from '../../contract/pictures.ts';
import type { OwnProfile } from '../../contract/profiles/profiles.ts';
import { HOUR, MINUTE } from '../../contract/time.ts';
import type { DB } from '../../db/schema.ts';
import { ownProfile } from '../accounts/profile/rules.ts';
import { accountProfilesChanged } from '../page-changes/page-changes.ts';
import type { Database, Queryable, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import {
  cancelDeletion,
  enqueueDeletionJob,
  registerUpload,
  scheduleDeletion,
} from '../platform/storage/deletion-queue.ts';
import { pictureObject, pictureObjects } from '../platform/storage/picture-objects.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { Variant } from './encode-picture.ts';
import type { EncodePicture } from './picture-queue.ts';
import { isRemovedContent } from './shared/removed-pictures-store.ts';
import type { UploadAddresses, UploadTicket } from './signed-address.ts';
import { countUnfinished, deleteUpload, insertUpload, lockPictures, setPicture, uploadOf } from './store.ts';

/** Duration for which an address accepts a file. */
const UPLOAD_WITHIN = 15 * MINUTE;
/** Duration for which an uploaded file can be used as a picture. */
export const USE_WITHIN = HOUR;
/** Uploads that an account may begin in an hour without finishing them. */
const MAX_UNFINISHED = 20;

export interface UploadContext {
  db: Database;
  clock: Clock;
  storage: Storage;
  addresses: UploadAddresses;
  encode: EncodePicture;
}

/** The purpose of an upload. `handleId`: a picture of a handle at which the account has the right. */
export interface UploadPurpose {
  accountId: number;
  kind: UploadKind;
  handleId?: number | undefined;
}

/** Begins an upload and returns the signed address for its file. `authorize` runs in the same transaction. */
export async function beginUpload(
  { db, clock, addresses }: Pick<UploadContext, 'db' | 'clock' | 'addresses'>,
  { accountId, kind, handleId }: UploadPurpose,
  announced: { contentType?: string | undefined; contentLength?: number | undefined },
  authorize: (trx: Transaction<DB>) => Promise<void> = async () => {},
): Promise<string> {
  const now = clock();
  const expires = new Date(now.getTime() + UPLOAD_WITHIN);
  const id = randomBytes(18).toString('base64url');
  await db.transaction().execute(async (trx) => {
    // Counted under the lock of the account, so that concurrent requests cannot exceed the limit.
    if (!(await lockPictures(trx, accountId))) throw new ApiError('signed_out');
    await authorize(trx);
    if ((await countUnfinished(trx, accountId, new Date(now.getTime() - HOUR))) >= MAX_UNFINISHED) {
      throw new ApiError('too_many_requests', {
        message: 'You have started many uploads without finishing them. Please try again in an hour.',
        retryAfter: 3600,
      });
    }
    await insertUpload(trx, { id, account_id: accountId, kind, created_at: now, expires_at: expires });
  });
  const { contentType: type, contentLength: length } = announced;
  return addresses.write({ id, owner: accountId, kind, handleId, expires, type, length });
}

/** An uploaded file whose variants are stored; they are deleted unless `takePicture` publishes them. */
export interface StoredPicture {
  uploadId: string;
  /** The object of the original. */
  key: string;
  /** The path of the middle variant. */
  path: string;
}

/**
 * Encodes the file of an upload and stores its variants. Returns undefined if another request has used the file. Throws
 * upload_* and picture_* errors, and `not_found` for an address that was signed for something else. The caller has
 * checked the right at the handle.
 */
export async function storePicture(
  { db, clock, storage, encode }: UploadContext,
  ticket: UploadTicket | null,
  { accountId, kind, handleId }: UploadPurpose,
): Promise<StoredPicture | undefined> {
  if (ticket?.kind !== kind || ticket.handleId !== handleId) throw new ApiError('not_found');
  // Anyone with the right at a handle may use a picture that was uploaded for the handle.
  if (handleId === undefined && ticket.owner !== accountId) throw new ApiError('not_found');
  const upload = await uploadOf(db, ticket);
  if (!upload) return undefined;
  const { object_key: key, received_at: receivedAt } = upload;
  if (key === null || receivedAt === null || receivedAt.getTime() + USE_WITHIN <= clock().getTime()) {
    throw new ApiError('upload_missing');
  }
  let variants: Variant[];
  try {
    variants = await encode(kind, () => storage.open(key));
  } catch (error) {
    // While this request waited, another request used the file and deleted the original.
    if (error instanceof ApiError && error.code === 'upload_missing') return undefined;
    throw error;
  }
  const largest = variants.at(-1)?.webp;
  if (largest && (await isRemovedContent(db, largest))) throw new ApiError('picture_refused');
  return { uploadId: upload.id, key, path: await publish({ db, clock, storage }, ticket, variants) };
}

/**
 * Publishes a stored picture. Returns false if a concurrent request used the file first; the variants then stay
 * scheduled for deletion.
 */
export async function takePicture(
  trx: Transaction<DB>,
  { uploadId, key, path }: StoredPicture,
  now: Date,
): Promise<boolean> {
  if (!(await deleteUpload(trx, uploadId))) return false;
  if (!(await cancelDeletion(trx, pictureObjects(path)))) throw new ApiError('unexpected');
  await scheduleDeletion(trx, [key], now);
  return true;
}

/**
 * Uses an uploaded file as an account's picture: encodes it, stores the variants, and schedules the previous ones for
 * deletion. Throws upload_* and picture_* errors, and `not_found` for another account's address.
 */
export async function usePicture(
  context: UploadContext,
  accountId: number,
  kind: PictureKind,
  address: string,
): Promise<OwnProfile> {
  const { db, clock, addresses } = context;
  const ticket = readUploadAddress(addresses, `${kind}Url`, address);
  const stored = await storePicture(context, ticket, { accountId, kind });
  if (!stored) return profileIfInUse(db, accountId, kind, ticket);
  return db.transaction().execute(async (trx) => {
    const before = await lockPictures(trx, accountId);
    if (!before || !(await takePicture(trx, stored, clock()))) return profileIfInUse(trx, accountId, kind, ticket);
    await replacePicture(trx, { accountId, kind, path: stored.path, before: before[kind], now: clock() });
    return ownProfile(trx, accountId);
  });
}

/** Removes an account's picture and schedules it for deletion. */
export async function removePicture(
  { db, clock }: Pick<UploadContext, 'db' | 'clock'>,
  accountId: number,
  kind: PictureKind,
): Promise<OwnProfile> {
  return db.transaction().execute(async (trx) => {
    const before = (await lockPictures(trx, accountId))?.[kind] ?? null;
    if (before !== null) await replacePicture(trx, { accountId, kind, path: null, before, now: clock() });
    return ownProfile(trx, accountId);
  });
}

/** Returns the ticket of an upload address; null if its signature is invalid. Throws `invalid_input` for any other address. */
export function readUploadAddress(addresses: UploadAddresses, field: string, address: string): UploadTicket | null {
  const path = addresses.pathOf(address);
  if (path !== null) return addresses.read(path);
  const message = 'No picture was uploaded to this address. Please upload it first.';
  throw new ApiError('invalid_input', { message, errors: [{ path: field, message }] });
}

/** Returns the first half of a published picture's id, which identifies its upload. */
function uploadMark(uploadId: string): string {
  return createHash('sha256').update(`picture ${uploadId}`).digest('hex').slice(0, 20);
}

/** Returns whether a published picture was made from this upload. */
export function isFromUpload(path: string | null, ticket: UploadTicket | null): boolean {
  return ticket !== null && readPublishedPath(path ?? '')?.id.startsWith(uploadMark(ticket.id)) === true;
}

/** Returns the profile if it already uses this upload. Throws `upload_missing` otherwise. */
async function profileIfInUse(
  db: Queryable,
  accountId: number,
  kind: PictureKind,
  ticket: UploadTicket | null,
): Promise<OwnProfile> {
  const profile = await ownProfile(db, accountId);
  const picture = kind === 'avatar' ? profile.avatarUrl : profile.bannerUrl;
  if (!isFromUpload(picture, ticket)) throw new ApiError('upload_missing');
  return profile;
}

/**
 * Stores the variants of a picture and returns the path of the middle one. Their name is a hash of upload, attempt and
 * content, so that no two accounts or attempts share an object.
 */
export async function publish(
  { db, clock, storage }: Pick<UploadContext, 'db' | 'clock' | 'storage'>,
  { id, kind }: Pick<UploadTicket, 'id' | 'kind'>,
  variants: Variant[],
): Promise<string> {
  const hash = createHash('sha256').update(randomBytes(16));
  for (const { webp } of variants) hash.update(webp);
  const picture = uploadMark(id) + hash.digest('hex').slice(0, 20);
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
