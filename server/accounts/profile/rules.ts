import type { OwnProfile } from '../../../contract/profiles/profiles.ts';
import { accountProfilesChanged } from '../../page-changes/page-changes.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { findOwnProfile, setEmailVisible } from './store.ts';

/** Returns the fields that all pages of an account share, for `GET /api/profile`. */
export async function ownProfile(db: Queryable, accountId: number): Promise<OwnProfile> {
  const row = await findOwnProfile(db, accountId);
  if (!row) throw new ApiError('signed_out');
  return {
    avatarUrl: row.avatar_url,
    bannerUrl: row.banner_url,
    emailVisible: row.email_visible,
    handle: row.handle,
  };
}

/** Shows or hides the email address on every page of an account. */
export async function changeEmailVisibility(db: Database, accountId: number, visible: boolean): Promise<OwnProfile> {
  return db.transaction().execute(async (trx) => {
    await setEmailVisible(trx, accountId, visible);
    await accountProfilesChanged(trx, accountId);
    return ownProfile(trx, accountId);
  });
}
