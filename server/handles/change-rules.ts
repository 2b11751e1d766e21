import type { HandleChanges } from '../../contract/handle-changes.ts';
import type { Handle } from '../../contract/handles.ts';
import type { DB } from '../../db/schema.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import { assertVersion } from '../platform/http/etag-versions.ts';
import { saveSocialLinks } from '../profiles/links-rules.ts';
import { profileChanged } from '../profiles/rules.ts';
import { lockOwned, ownHandle } from './rules.ts';
import { toProfileColumns } from './shared/profile-fields.ts';
import { updateProfile } from './store.ts';

/** What the forwarding room does with a handle's mail when its owner changes it, in the owner's transaction. */
export type ChangeForwarding = (
  trx: Transaction<DB>,
  accountId: number,
  handleId: number,
  wanted: { on: boolean | undefined; address: string | null | undefined },
) => Promise<void>;

/** A handle as its owner means it; `expected` are the versions that the change is about, undefined for any. */
interface Target {
  accountId: number;
  id: number;
  expected: readonly string[] | undefined;
}

/**
 * Changes what is named of an owner's handle, all of it or nothing. Throws `not_found`, `version_conflict` and what
 * forwarding objects to.
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

/** Gives an owner's handle another look. */
export async function changeAppearance(db: Database, owner: Target, template: string): Promise<Handle> {
  return inHandle(db, owner, async (trx) => {
    await updateProfile(trx, owner.id, toProfileColumns({ template }));
    await profileChanged(trx, owner.id);
  });
}

/** One transaction on an owner's handle, which nobody else changes meanwhile; answers how it is afterwards. */
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
