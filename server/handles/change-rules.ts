import type { HandleChanges } from '../../contract/handles/handle-changes.ts';
import type { Handle } from '../../contract/handles/handles.ts';
import type { Right } from '../../contract/teams/roles.ts';
import type { DB } from '../../db/schema.ts';
import { type Done, recordActivity } from '../activity/shared/record-activity-store.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import { assertVersion } from '../platform/http/cache/etag-versions.ts';
import { saveSocialLinks } from '../profiles/links-rules.ts';
import { profileChanged } from '../profiles/rules.ts';
import { readHandle } from './rules.ts';
import { lockHandle } from './shared/handle-access.ts';
import type { HandleAccess } from './shared/handle-access-store.ts';
import { toProfileColumns } from './shared/profile-fields.ts';
import { updateProfile } from './store.ts';

/** Applies the forwarding fields of a handle's changes, in the same transaction. Returns what was done. */
export type ChangeForwarding = (
  trx: Transaction<DB>,
  accountId: number,
  handle: HandleAccess,
  wanted: { on: boolean | undefined; address: string | null | undefined },
) => Promise<Done[]>;

/** A handle and who changes it. `expected` are the versions that the change may apply to, undefined for any. */
interface Target {
  accountId: number;
  id: number;
  expected: readonly string[] | undefined;
}

/** Which activity an edit of a field is; `socialLinks` has its own. */
const PICTURES = ['profilePicture', 'bannerImage'] as const;
const TEXTS = ['displayName', 'bio', 'profilePage'] as const;

/**
 * Changes the given fields of a handle in one transaction. Throws `not_found`, `role_without_right`, `version_conflict` and what
 * `changeForwarding` throws.
 */
export async function changeHandle(
  db: Database,
  target: Target,
  changes: HandleChanges,
  changeForwarding: ChangeForwarding,
): Promise<Handle> {
  const { socialLinks, emailForwarding, forwardingEmail, ...fields } = changes;
  const changesMail = emailForwarding !== undefined || forwardingEmail !== undefined;
  return inHandle(db, target, changesMail ? 'manage' : 'page', async (trx, handle) => {
    await updateProfile(trx, handle.id, toProfileColumns(fields));
    if (socialLinks) await saveSocialLinks(trx, handle.id, socialLinks);
    if (socialLinks || Object.keys(fields).length > 0) await profileChanged(trx, handle.id);
    if (!changesMail) return [];
    return changeForwarding(trx, target.accountId, handle, { on: emailForwarding, address: forwardingEmail });
  });
}

/** Changes the theme of a handle. */
export async function changeAppearance(db: Database, target: Target, template: string): Promise<Handle> {
  return inHandle(db, target, 'page', async (trx, handle) => {
    await updateProfile(trx, handle.id, toProfileColumns({ template }));
    await profileChanged(trx, handle.id);
    return [];
  });
}

/** Runs `change` in a transaction that locks a handle, and records what it did; returns the handle after it. */
async function inHandle(
  db: Database,
  { accountId, id, expected }: Target,
  right: Right,
  change: (trx: Transaction<DB>, handle: HandleAccess) => Promise<Done[]>,
): Promise<Handle> {
  return db.transaction().execute(async (trx) => {
    const handle = await lockHandle(trx, accountId, id, right);
    const before = await readHandle(trx, accountId, id);
    assertVersion(expected, before);
    const done = await change(trx, handle);
    const after = await readHandle(trx, accountId, id);
    await recordActivity(trx, { handleId: id, accountId }, ...pageActivity(before, after), ...done);
    return after;
  });
}

/** What differs between two states of a page. */
function pageActivity(before: Handle, after: Handle): Done[] {
  const differs = (field: keyof Handle) => JSON.stringify(before[field]) !== JSON.stringify(after[field]);
  const [texts, pictures] = [TEXTS.filter(differs), PICTURES.filter(differs)];
  return [
    ...(texts.length > 0 ? [{ action: 'profile.changed', details: texts } as const] : []),
    ...(pictures.length > 0 ? [{ action: 'picture.changed', details: pictures } as const] : []),
    ...(differs('template') ? [{ action: 'look.changed', details: ['template'] } as const] : []),
    ...(differs('socialLinks') ? [{ action: 'links.changed' } as const] : []),
  ];
}
