import { randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { KEPT_DAYS } from '../../../contract/kept-days.ts';
import { type SitePictureKind, UPLOAD_MAX_BYTES } from '../../../contract/pictures.ts';
import type { SiteIdentity } from '../../../contract/site/site-identity.ts';
import { DAY } from '../../../contract/time.ts';
import type { DB } from '../../../db/schema.ts';
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { cancelDeletion, enqueueDeletionJob, scheduleDeletion } from '../../platform/storage/deletion-queue.ts';
import { pictureObjects } from '../../platform/storage/picture-objects.ts';
import type { EncodePicture } from '../picture-queue.ts';
import {
  beginUpload,
  isFromUpload,
  publish,
  readUploadAddress,
  storePicture,
  takePicture,
  type UploadContext,
} from '../rules.ts';
import {
  deleteUnusedOfSite,
  insertSitePicture,
  lockSitePictures,
  noteUsedSitePictures,
  sitePictures,
} from './site-picture-store.ts';

/** Maximum pictures of the site at a time: three are used, and the others were replaced within a day. */
const MAX_PICTURES = 60;
/** Time after which a picture that the document does not name is deleted, so that a change can be undone. */
const UNUSED_MS = KEPT_DAYS.unusedPictures * DAY;

interface Purpose {
  account: { id: number };
  kind: SitePictureKind;
}

/** Begins the upload of a picture of the site and returns the signed address for its file. */
export async function beginSiteUpload(
  context: UploadContext,
  { account, kind }: Purpose,
  announced: { contentType?: string | undefined; contentLength?: number | undefined },
): Promise<string> {
  return beginUpload(context, { accountId: account.id, kind }, announced, assertRoom);
}

/**
 * Makes an uploaded file a picture of the site and returns its path. Throws upload_* and picture_* errors, and `not_found`
 * for an address that was signed for another account or kind.
 */
export async function addSitePicture(
  context: UploadContext,
  { account, kind }: Purpose,
  address: string,
): Promise<{ kind: SitePictureKind; path: string }> {
  const { db, clock, addresses } = context;
  const ticket = readUploadAddress(addresses, 'uploadURL', address);
  const drawings: UploadContext = { ...context, encode: forDrawings(context.encode) };
  const stored = await storePicture(drawings, ticket, { accountId: account.id, kind });
  return db.transaction().execute(async (trx) => {
    if (!stored || !(await takePicture(trx, stored, clock()))) {
      const known = (await sitePictures(trx)).find((path) => isFromUpload(path, ticket));
      if (known === undefined) throw new ApiError('upload_missing');
      return { kind, path: known };
    }
    await insertSitePicture(trx, stored.path, clock());
    await enqueueDeletionJob(trx);
    return { kind, path: stored.path };
  });
}

/** Makes a file of this machine a picture of the site and returns its path. */
export async function addSitePictureFile(
  context: Pick<UploadContext, 'db' | 'clock' | 'storage' | 'encode'>,
  kind: SitePictureKind,
  file: string,
): Promise<string> {
  const { db, clock, encode } = context;
  await assertRoom(db);
  const variants = await forDrawings(encode)(kind, () => openFile(file));
  const path = await publish(context, { id: randomBytes(18).toString('base64url'), kind }, variants);
  return db.transaction().execute(async (trx) => {
    if (!(await cancelDeletion(trx, pictureObjects(path)))) throw new ApiError('unexpected');
    await insertSitePicture(trx, path, clock());
    return path;
  });
}

/** Throws `invalid_input` with the name of the first picture in the document that this installation does not have. */
export async function assertSitePictures(trx: Transaction<DB>, { logo, logoDark, icon }: SiteIdentity): Promise<void> {
  const named = Object.entries({ logo, logoDark, icon }).flatMap(([name, path]) =>
    path === null ? [] : [[name, path] as const],
  );
  const own = await lockSitePictures(
    trx,
    named.map(([, path]) => path),
  );
  const [missing] = named.filter(([, path]) => !own.has(path));
  if (!missing) return;
  const [name, path] = missing;
  const message = `${name}: this site has no picture ${path}. Please upload the picture here and use its new address, or remove ${name}.`;
  throw new ApiError('invalid_input', { message, errors: [{ path: name, message }] });
}

/** Records which pictures the document uses. Call this after each change of it, in its transaction, and every night. */
export async function noteSitePictures(db: Queryable, now: Date): Promise<void> {
  await noteUsedSitePictures(db, now);
}

/** Deletes pictures that the document has not named for a day, and schedules the deletion of their objects. */
export async function deleteUnusedSitePictures(db: Database, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const paths = await deleteUnusedOfSite(trx, new Date(now.getTime() - UNUSED_MS));
    await scheduleDeletion(trx, paths.flatMap(pictureObjects), now);
  });
}

async function assertRoom(db: Queryable): Promise<void> {
  if ((await sitePictures(db)).length < MAX_PICTURES) return;
  throw new ApiError('picture_limit', {
    message: 'The site has many pictures that it does not use. They are deleted after a day; please try again then.',
  });
}

/** Returns the function with a message that names the formats of pictures of the site. */
function forDrawings(encode: EncodePicture): EncodePicture {
  return async (kind, openOriginal) => {
    try {
      return await encode(kind, openOriginal);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'picture_unreadable') throw error;
      throw new ApiError('picture_unreadable', {
        message: 'This file is not a picture that we can read. Please choose a PNG or WebP without animation.',
      });
    }
  };
}

async function openFile(file: string): Promise<FileHandle> {
  const handle = await open(file).catch((error: Error) => {
    throw new ApiError('upload_missing', { message: `${file} cannot be read: ${error.message}` });
  });
  const stats = await handle.stat();
  if (stats.isFile() && stats.size <= UPLOAD_MAX_BYTES) return handle;
  await handle.close();
  throw new ApiError(stats.isFile() ? 'upload_too_large' : 'picture_unreadable');
}
