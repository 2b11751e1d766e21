import { pictureVariants } from '../../contract/pictures.ts';
import type { DB } from '../../db/schema.ts';
import { accountProfilesChanged, profileChanged } from '../page-changes/page-changes.ts';
import type { Transaction } from '../platform/db/database.ts';
import { enqueueDeletionJob, scheduleDeletion } from '../platform/storage/deletion-queue.ts';
import { pictureObjects } from '../platform/storage/picture-objects.ts';
import { clearPictures, deleteSocialImages, type PictureUses } from './shared/picture-uses-store.ts';
import { insertRemoved, type RemovedPicture } from './shared/removed-pictures-store.ts';

/** Returns a path that identifies a picture with all its variants. */
const pathOf = (name: string) => `/media/${name}-0.webp`;

/**
 * Removes a picture for good: from everything that shows it, from sharing images and from the storage. Every process
 * stops serving it as soon as this commits. Returns what showed the picture, or null if it had been removed before.
 */
export async function removePicture(trx: Transaction<DB>, picture: RemovedPicture): Promise<PictureUses | null> {
  const names = await insertRemoved(trx, [picture]);
  return names.length > 0 ? clear(trx, names, picture.removed_at) : null;
}

/**
 * Removes again the pictures that a restore brings back: those removed after the backup was made. `before` is the list
 * from the replaced database. Pictures in the backup's own list are not in the backup.
 */
export async function removeRestoredPictures(trx: Transaction<DB>, before: RemovedPicture[], now: Date): Promise<void> {
  const names = await insertRemoved(trx, before);
  if (names.length > 0) await clear(trx, names, now);
}

async function clear(trx: Transaction<DB>, names: string[], now: Date): Promise<PictureUses> {
  const uses = await clearPictures(trx, names.map(pathOf).flatMap(pictureVariants));
  const objects = [...names.map(pathOf).flatMap(pictureObjects), ...(await deleteSocialImages(trx, uses))];
  await scheduleDeletion(trx, objects, now);
  await enqueueDeletionJob(trx);
  for (const id of uses.accountIds) await accountProfilesChanged(trx, id);
  for (const id of uses.handleIds) await profileChanged(trx, id);
  return uses;
}
