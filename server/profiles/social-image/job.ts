import type { PageRenderer, Site } from '../../../contract/documents.ts';
import type { Look } from '../../../contract/profiles/look.ts';
import { orderSocialImages } from '../../page-changes/page-changes.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { addDelayedJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { cancelDeletion, deleteObject, registerUpload } from '../../platform/storage/deletion-queue.ts';
import { pictureObjects } from '../../platform/storage/picture-objects.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { drawSocialImage, SOCIAL_IMAGE_VERSION, socialImageHash } from './draw.ts';
import { setFontCache } from './fit-text.ts';
import {
  deleteOldSocialImage,
  handlesWithoutSocialImage,
  lockShown,
  replaceSocialImage,
  socialImageState,
} from './store.ts';

export interface SocialImageContext {
  db: Database;
  clock: Clock;
  storage: Storage;
  site: Site;
  renderer: Pick<PageRenderer, 'renderSocialImageArt'>;
  /** A folder for files that can be recreated, such as the index of the fonts. */
  cacheFolder: string;
}

/** Images that one sweep orders. If more may be missing, the next sweep follows as soon as these are drawn. */
const SWEEP_SIZE = 5000;
const NEXT_SWEEP_SECONDS = 240;

/** Returns the job that draws a handle's sharing image, unless the current one is the same. The old image is deleted last. */
export function socialImageJob({ db, clock, storage, site, renderer, cacheFolder }: SocialImageContext): JobHandler {
  setFontCache(cacheFolder);
  return async (payload) => {
    const { handleId } = payload as { handleId: number };
    const state = await socialImageState(db, handleId);
    if (!state) return;
    const picture = state.profile_picture ?? state.avatar_url;
    // Undefined for an external picture.
    const portraitKey = pictureObjects(picture).at(1);
    const content = { ...state, look: state.look as Look | null, picture: portraitKey ? picture : null };
    const deleteOld = async (key: string | null) => {
      if (key === null) return;
      await deleteObject(db, storage, key, clock());
      await deleteOldSocialImage(db, handleId);
    };
    // A process may have died before deleting this image.
    await deleteOld(state.old_key);

    const hash = socialImageHash(content, site);
    if (state.content_hash === hash) return;
    const key = `cards/${handleId}-${hash}.png`;
    await registerUpload(db, [key], clock());
    const portrait = portraitKey ? await storage.get(portraitKey) : null;
    await storage.put(key, await drawSocialImage(renderer, content, site, portrait), 'image/png');
    const old = await db.transaction().execute(async (trx) => {
      // If the handle has been emptied or its page switched off in the meantime, the new object stays scheduled for deletion.
      if (!(await lockShown(trx, handleId))) return null;
      if (!(await cancelDeletion(trx, [key]))) throw new Error('the image was deleted while it was being drawn');
      return replaceSocialImage(trx, handleId, { key, hash, drawing: SOCIAL_IMAGE_VERSION });
    });
    await deleteOld(old);
  };
}

/**
 * Orders the images that are missing or of an older version; `next` is the job that orders the rest. Ordering an image
 * that is already waiting changes nothing, so a sweep that follows too early is harmless. The hourly sweep has no
 * `after` and reads all handles.
 */
export async function orderMissingSocialImages(
  db: Database,
  next: string,
  { after = 0, max = SWEEP_SIZE }: { after?: number; max?: number } = {},
): Promise<void> {
  const handleIds = await handlesWithoutSocialImage(db, SOCIAL_IMAGE_VERSION, { after, max });
  await db.transaction().execute(async (trx) => {
    await orderSocialImages(trx, handleIds);
    // All images before the first ordered one exist and need not be read again. The job has a separate key, so that the
    // hourly sweep does not reschedule it.
    const rest = { after: (handleIds[0] ?? 0) - 1 };
    const again = { payload: rest, key: `${next}-rest`, seconds: NEXT_SWEEP_SECONDS };
    if (handleIds.length === max) await addDelayedJob(trx, next, again);
  });
}
