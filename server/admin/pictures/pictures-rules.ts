import type { AdminPicture } from '../../../contract/admin/pictures.ts';
import { pictureOf } from '../../../contract/admin/pictures.ts';
import { pictureName, picturePath, pictureVariants, readPicturePath } from '../../../contract/pictures.ts';
import { orderUnlimitedEmail } from '../../emails/rules.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { pictureObjects } from '../../platform/storage/picture-objects.ts';
import { type Storage, StorageError } from '../../platform/storage/storage.ts';
import { removePicture } from '../../uploads/removal-rules.ts';
import { suspendedPictures } from '../../uploads/shared/hidden-pictures-store.ts';
import { contentHash } from '../../uploads/shared/removed-pictures-store.ts';
import { type Actor, recordAction } from '../audit/audit-store.ts';
import type { PictureEmail } from './picture-emails.ts';
import { findPictures, findRemoved, findWanted, lastRemoved, ownersOf, type PictureRow } from './pictures-store.ts';

interface PictureContext {
  db: Database;
  clock: Clock;
  storage: Storage;
}

/** Lists the pictures that a search finds (contract/admin/pictures.ts); without a search, those that were removed. */
export async function listPictures(
  { db, storage }: Omit<PictureContext, 'clock'>,
  { search = '', limit }: { search?: string | undefined; limit: number },
): Promise<AdminPicture[]> {
  if (search.trim() === '') return (await lastRemoved(db, limit)).map(removedItem);
  const path = pictureOf(search);
  if (path !== null) return [await pictureAt(db, storage, path)].filter((found) => found !== null);
  const wanted = await findWanted(db, search);
  return wanted ? withStates(db, await findPictures(db, wanted, limit)) : [];
}

async function pictureAt(db: Queryable, storage: Storage, path: string): Promise<AdminPicture | null> {
  const removed = await findRemoved(db, pictureName(path) ?? '');
  if (removed) return removedItem(removed);
  const [row] = await findPictures(db, { paths: pictureVariants(path) }, 1);
  if (row) return (await withStates(db, [row]))[0] ?? null;
  // Nothing uses the picture any more, but its files are not deleted yet.
  return (await largestFile(storage, path)) && item({ path, handle: null, account_id: null }, 'shown');
}

/** Adds to each picture its state. All rows belong to the same owner. */
async function withStates(db: Queryable, rows: PictureRow[]): Promise<AdminPicture[]> {
  const [first] = rows;
  if (!first) return [];
  const { account_id: accountId, handle_id: handleId } = first;
  const owner = accountId === null ? { kind: 'handle', id: handleId ?? 0 } : { kind: 'account', id: accountId };
  const suspended = new Set(await suspendedPictures(db, owner as { kind: 'account' | 'handle'; id: number }));
  return rows.map((row) => item(row, suspended.has(row.path) ? 'suspended' : 'shown'));
}

function item(
  { path, handle, account_id: userId }: Pick<PictureRow, 'path' | 'handle' | 'account_id'>,
  state: AdminPicture['state'],
): AdminPicture {
  const kind = readPicturePath(path)?.kind ?? 'avatar';
  return { name: path.slice('/media/'.length), kind, handle, userId, state, removedAt: null };
}

function removedItem({ name, removed_at }: { name: string; removed_at: Date }): AdminPicture {
  const { kind = 'avatar', id = '' } = readPicturePath(`/media/${name}-0.webp`) ?? {};
  const [, path = ''] = pictureVariants(picturePath(kind, id, 0));
  return { ...item({ path, handle: null, account_id: null }, 'removed'), removedAt: removed_at.toISOString() };
}

async function largestFile(storage: Storage, path: string): Promise<Buffer | null> {
  const key = pictureObjects(path).at(-1);
  return key === undefined ? null : storage.get(key);
}

/**
 * Removes a picture in all its sizes for good, and emails its owner the reason. `name` is the name of one of its files.
 * Returns false if it was removed before. Throws `not_found` for a picture that nothing uses and the storage lacks.
 */
export async function removePictureByName(
  { db, clock, storage }: PictureContext,
  { actor, name, reason }: { actor: Actor; name: string; reason: string },
): Promise<boolean> {
  const path = `/media/${name}`;
  const [picture, id] = [readPicturePath(path), pictureName(path)];
  if (!picture || id === null) throw new ApiError('not_found');
  if (await findRemoved(db, id)) return false;
  // A picture must go even while the storage does not respond, although the same file can then be uploaded again.
  const file = await largestFile(storage, path).catch((error: unknown) => {
    if (error instanceof StorageError) return undefined;
    throw error;
  });
  return db.transaction().execute(async (trx) => {
    const now = clock();
    const [row] = await findPictures(trx, { paths: pictureVariants(path) }, 1);
    const removed = { name: id, content_hash: file ? contentHash(file) : null, removed_at: now };
    const uses = await removePicture(trx, removed);
    if (!uses) return false;
    const isUsed = row !== undefined || uses.accountIds.length > 0 || uses.handleIds.length > 0;
    if (!isUsed && !file) throw new ApiError('not_found');
    const owners = row?.account_id ? [row.account_id] : uses.accountIds;
    await recordAction(trx, {
      actor,
      act: 'remove picture',
      target: { kind: 'picture', id: null, name: id },
      reason,
      before: { handles: uses.handleIds, users: owners },
      after: { refusedAgain: file !== null && file !== undefined },
    });
    for (const { email } of await ownersOf(trx, owners)) {
      const about = { picture: picture.kind, handle: row?.handle ?? null, reason };
      await orderUnlimitedEmail<PictureEmail>(trx, { kind: 'picture-removed', to: email, ...about });
    }
    return true;
  });
}
