import type { HandleChanges } from '../../contract/handles/handle-changes.ts';
import type { Handle } from '../../contract/handles/handles.ts';
import type { DB } from '../../db/schema.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import { assertVersion } from '../platform/http/cache/etag-versions.ts';
import { saveSocialLinks } from '../profiles/links-rules.ts';
import { profileChanged } from '../profiles/rules.ts';
import { lockOwned, ownHandle } from './rules.ts';
import { toProfileColumns } from './shared/profile-fields.ts';
import { updateProfile } from './store.ts';

/** Applies the forwarding fields of a handle's changes, in the same transaction. */
export type ChangeForwarding = (
  trx: Transaction<DB>,
  accountId: number,
  handleId: number,
  wanted: { on: boolean | undefined; address: string | null | undefined },
) => Promise<void>;

/** A handle of an owner. `expected` are the versions that the change may apply to, undefined for any. */
interface Target {
  accountId: number;
  id: number;
  expected: readonly string[] | undefined;
}

/**
 * Changes the given fields of an owner's handle in one transaction. Throws `not_found`, `version_conflict` and what
 * `changeForwarding` throws.
 */
export async function changeHandle(
  db: Database,
  owner: Target,
  changes: HandleChanges,
  changeForwarding: ChangeForwarding,
): Promise<Handle> {
  const { socialLinks, emailForwarding, forwardingEmail, ...fields } = changes;
  return inHandle(db, owner, async (trx) => {
    await updateProfile(trx, owner.id, toProfileColumns(fields));
    if (socialLinks) await saveSocialLinks(trx, owner.id, socialLinks);
    if (emailForwarding !== undefined || forwardingEmail !== undefined) {
      await changeForwarding(trx, owner.accountId, owner.id, { on: emailForwarding, address: forwardingEmail });
    }
    if (socialLinks || Object.keys(fields).length > 0) await profileChanged(trx, owner.id);
  });
}

/** Changes the theme of an owner's handle. */
export async function changeAppearance(db: Database, owner: Target, template: string): Promise<Handle> {
  return inHandle(db, owner, async (trx) => {
    await updateProfile(trx, owner.id, toProfileColumns({ template }));
    await profileChanged(trx, owner.id);
  });
}

/** Runs `change` in a transaction that locks an owner's handle; returns the handle after it. */
async function inHandle(
  db: Database,
  { accountId, id, expected }: Target,
  change: (trx: Transaction<DB>) => Promise<void>,
): Promise<Handle> {
  return db.transaction().execute(async (trx) => {
    await lockOwned(trx, accountId, id);
    if (expected) assertVersion(expected, await ownHandle(trx, accountId, id));
    await change(trx);
    return ownHandle(trx, accountId, id);
  });
}
