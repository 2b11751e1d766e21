import type { HandleChanges } from '../../contract/handles/handle-changes.ts';
import type { Handle } from '../../contract/handles/handles.ts';
import { readPicturePath } from '../../contract/pictures.ts';
import type { Look } from '../../contract/profiles/look.ts';
import type { DB } from '../../db/schema.ts';
import { changedFields, editHandle } from '../activity/shared/edit-handle.ts';
import type { Done } from '../activity/shared/record-activity-store.ts';
import type { IsBlocked } from '../blocks/shared/page-blocks.ts';
import { saveSocialLinks } from '../blocks/social-links-rules.ts';
import type { HandleAccess } from '../handle-access/handle-access-store.ts';
import { type ProfileColumns, toProfileColumns } from '../handle-access/profile-fields.ts';
import { profileChanged } from '../page-changes/page-changes.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import type { Target } from '../platform/http/call-server.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { noteUsedPictures } from '../uploads/shared/handle-pictures-store.ts';
import { assertOwnPictures } from '../uploads/shared/own-pictures.ts';
import { readHandle } from './rules.ts';
import { updateProfile } from './store.ts';

/** Applies the forwarding fields of a change of a handle, in the same transaction. Returns the activities. */
export type ChangeForwarding = (
  trx: Transaction<DB>,
  accountId: number,
  handle: HandleAccess,
  wanted: { on: boolean | undefined; address: string | null | undefined },
) => Promise<Done[]>;

/** Dependencies of a change of a page. */
interface PageContext {
  db: Database;
  clock: Clock;
  isBlocked: IsBlocked;
}

/** Fields of a page by the activity that records their edits; `socialLinks` has its own. */
const PICTURES = ['profilePicture', 'bannerImage'] as const;
const TEXTS = ['displayName', 'bio', 'profilePage'] as const;
const LOOKS = ['template', 'look'] as const;

/**
 * Changes the given fields of a handle in one transaction. Throws `not_found`, `role_without_right`, `version_conflict` and what
 * `changeForwarding` throws.
 */
export async function changeHandle(
  { db, clock, isBlocked }: PageContext,
  target: Target,
  changes: HandleChanges,
  changeForwarding: ChangeForwarding,
): Promise<Handle> {
  const { socialLinks, emailForwarding, forwardingEmail, ...fields } = changes;
  const changesMail = emailForwarding !== undefined || forwardingEmail !== undefined;
  const at = changesMail ? { ...target, right: 'mail' as const } : target;
  return editHandle(db, at, {
    read: (trx) => readHandle(trx, target.account.id, target.id, clock()),
    done: pageActivity,
    async write(trx, handle) {
      const { profilePicture, bannerImage } = fields;
      await updatePage(trx, handle.id, toProfileColumns(fields), {
        now: clock(),
        pictures: { profilePicture, bannerImage },
      });
      if (socialLinks) await saveSocialLinks(trx, handle.id, socialLinks, isBlocked);
      if (socialLinks || Object.keys(fields).length > 0) await profileChanged(trx, handle.id);
      if (!changesMail) return [];
      return changeForwarding(trx, target.account.id, handle, { on: emailForwarding, address: forwardingEmail });
    },
  });
}

/**
 * Changes the theme of a handle, and its look if given. Throws `invalid_input` for a background that was not uploaded
 * for the handle, and what `changeHandle` throws.
 */
export async function changeAppearance(
  { db, clock }: Pick<PageContext, 'db' | 'clock'>,
  target: Target,
  { template, look }: { template: string; look?: Look | null | undefined },
): Promise<Handle> {
  return editHandle(db, target, {
    read: (trx) => readHandle(trx, target.account.id, target.id, clock()),
    done: pageActivity,
    async write(trx, handle) {
      const background = look?.background?.kind === 'picture' ? look.background.image : undefined;
      await updatePage(trx, handle.id, toProfileColumns({ template, look }), {
        now: clock(),
        pictures: { 'look.background.image': background },
      });
      await profileChanged(trx, handle.id);
      return [];
    },
  });
}

/**
 * Updates columns of a page. `pictures` are its pictures by the names of their fields, uploaded for the handle or
 * hosted elsewhere.
 */
async function updatePage(
  trx: Transaction<DB>,
  handleId: number,
  columns: Partial<ProfileColumns>,
  { now, pictures }: { now: Date; pictures: Record<string, string | null | undefined> },
): Promise<void> {
  const uploaded = Object.entries(pictures).flatMap(([field, picture]) =>
    picture && readPicturePath(picture) ? [[field, picture] as [string, string]] : [],
  );
  await assertOwnPictures(trx, handleId, uploaded);
  await updateProfile(trx, handleId, columns);
  if ('look' in columns || Object.values(pictures).some((picture) => picture !== undefined)) {
    await noteUsedPictures(trx, handleId, now);
  }
}

/** Returns the activities that two states of a page differ by. */
function pageActivity(before: Handle, after: Handle): Done[] {
  const hasOtherLinks = JSON.stringify(before.socialLinks) !== JSON.stringify(after.socialLinks);
  return [
    ...changedFields('profile.changed', TEXTS, before, after),
    ...changedFields('picture.changed', PICTURES, before, after),
    ...changedFields('look.changed', LOOKS, before, after),
    ...(hasOtherLinks ? [{ action: 'links.changed' } as const] : []),
  ];
}
