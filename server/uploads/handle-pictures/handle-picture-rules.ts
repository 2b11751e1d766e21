import { KEPT_DAYS } from '../../../contract/kept-days.ts';
import type { HandlePictureKind } from '../../../contract/pictures.ts';
import { DAY } from '../../../contract/time.ts';
import { lockHandle, requireHandle } from '../../handle-access/handle-access.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Target } from '../../platform/http/call-server.ts';
import { enqueueDeletionJob, scheduleDeletion } from '../../platform/storage/deletion-queue.ts';
import { pictureObjects } from '../../platform/storage/picture-objects.ts';
import {
  beginUpload,
  isFromUpload,
  readUploadAddress,
  storePicture,
  takePicture,
  type UploadContext,
} from '../rules.ts';
import { deleteUnused, insertPicture, noteAllUsedPictures, picturesOf } from './handle-picture-store.ts';

/** Maximum pictures of one handle at a time: each block can have one, and as many may be replaced within a day. */
const MAX_PICTURES = 120;
/** Time after which a picture that nothing uses is deleted, so that a removal can be undone. */
const UNUSED_MS = KEPT_DAYS.unusedPictures * DAY;
const BATCH_SIZE = 200;

interface Purpose {
  target: Target;
  kind: HandlePictureKind;
}

const uploadPurpose = ({ account, id }: Target, kind: HandlePictureKind) => ({
  accountId: account.id,
  handleId: id,
  kind,
});

/** Begins the upload of a picture of a handle and returns the signed address for its file. */
export async function beginHandleUpload(
  context: UploadContext,
  { target, kind }: Purpose,
  announced: { contentType?: string | undefined; contentLength?: number | undefined },
): Promise<string> {
  return beginUpload(context, uploadPurpose(target, kind), announced, async (trx) => {
    const { id } = await lockHandle(trx, target);
    if ((await picturesOf(trx, id)).length >= MAX_PICTURES) throw new ApiError('picture_limit');
  });
}

/**
 * Makes an uploaded file a picture of a handle and returns its path. Throws upload_* and picture_* errors, and `not_found` for an
 * address that was signed for another handle or kind.
 */
export async function addHandlePicture(
  context: UploadContext,
  { target, kind }: Purpose,
  address: string,
): Promise<{ kind: HandlePictureKind; path: string }> {
  const { db, clock, addresses } = context;
  await requireHandle(db, target);
  const ticket = readUploadAddress(addresses, 'uploadURL', address);
  const stored = await storePicture(context, ticket, uploadPurpose(target, kind));
  return db.transaction().execute(async (trx) => {
    const { id } = await lockHandle(trx, target);
    const existing = await picturesOf(trx, id);
    if (!stored || existing.length >= MAX_PICTURES || !(await takePicture(trx, stored, clock()))) {
      const known = existing.find((path) => isFromUpload(path, ticket));
      if (known !== undefined) return { kind, path: known };
      throw new ApiError(stored && existing.length >= MAX_PICTURES ? 'picture_limit' : 'upload_missing');
    }
    await insertPicture(trx, { path: stored.path, handle_id: id, kind, created_at: clock(), unused_since: clock() });
    await enqueueDeletionJob(trx);
    return { kind, path: stored.path };
  });
}

/** Records which pictures of all handles are used, for writes of a release that does not do so itself. Runs every night. */
export async function noteUnusedPictures(db: Queryable, now: Date): Promise<void> {
  await noteAllUsedPictures(db, now);
}

/** Deletes pictures that nothing has used for a day, in batches, and schedules the deletion of their objects. */
export async function deleteUnusedPictures(db: Database, now: Date): Promise<void> {
  const moment = new Date(now.getTime() - UNUSED_MS);
  for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE; ) {
    deleted = await db.transaction().execute(async (trx) => {
      const paths = await deleteUnused(trx, moment, BATCH_SIZE);
      await scheduleDeletion(trx, paths.flatMap(pictureObjects), now);
      return paths.length;
    });
  }
}
