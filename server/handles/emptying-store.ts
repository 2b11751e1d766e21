import { sql } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { EMPTY_PROFILE } from '../handle-access/profile-fields.ts';
import { deleteUsesBy } from '../limits/shared/uses-store.ts';
import type { Transaction } from '../platform/db/database.ts';
import { deletePicturesOf } from '../uploads/shared/handle-pictures-store.ts';

/** Columns that emptying a handle keeps: its name and age, and what administrators did to it. */
export const KEPT_COLUMNS = [
  'id',
  'handle',
  'created_at',
  'suspended_at',
  'suspended_from',
  'suspended_with_account',
] as const;

/** Tables whose rows belong to one handle and are deleted with its owner. Payments stay: tax law requires them. */
export const OWNED_TABLES = [
  'forwarding_blocks',
  'forwarding_lists',
  'flights',
  'social_links',
  'page_blocks',
  'handle_pictures',
  'profile_cards',
  'app_passwords',
  'sending_settings',
  'sending_usage',
  'suppressed_recipients',
  'contacts',
  'auto_replies',
  'auto_reply_recipients',
  'handle_members',
  'handle_transfers',
  'handle_activity',
  'page_hours',
  'page_days',
  'page_counts',
  'page_visitors',
  'page_form_uses',
  'page_subscribers',
  'page_cases',
] as const;

/** The values that emptying writes. The type requires a value for every column that is not kept. */
export function emptiedColumns(now: Date) {
  return {
    account_id: null,
    state: sql<never>`case when state = 'suspended' then state else 'quarantined' end`,
    state_before: null,
    given_up_at: null,
    quarantined_at: sql<never>`case when state = 'suspended' then null else coalesce(quarantined_at, ${now}) end`,
    ...EMPTY_PROFILE,
    paid_until: null,
    first_price_cents: null,
    first_paid_at: null,
    reminded_days: null,
    links_followed_at: null,
    mail_deferred_until: null,
    profile_changed_at: now,
  } satisfies Record<Exclude<keyof DB['handles'], (typeof KEPT_COLUMNS)[number]>, unknown>;
}

/** The handles of an account, whatever their state. */
export async function handleIdsOf(trx: Transaction<DB>, accountId: number): Promise<number[]> {
  const rows = await trx.selectFrom('handles').select('id').where('account_id', '=', accountId).execute();
  return rows.map(({ id }) => id);
}

/** What emptying deleted and is needed to delete the rest. */
export interface Emptied {
  forwardingIds: number[];
  /** Paths of pictures, whose objects are to be deleted. */
  pictures: string[];
}

/** Empties handles and takes them from their owners. */
export async function emptyRows(trx: Transaction<DB>, ids: number[], now: Date): Promise<Emptied> {
  if (ids.length === 0) return { forwardingIds: [], pictures: [] };
  // Must run first: it locks the handles, so that nothing can be added to them meanwhile.
  await trx.updateTable('handles').set(emptiedColumns(now)).where('id', 'in', ids).execute();
  const pictures = await deletePicturesOf(trx, ids);
  for (const table of OWNED_TABLES) {
    await sql`delete from ${sql.table(table)} where handle_id = any(${ids})`.execute(trx);
  }
  await deleteUsesBy(trx, 'handle', ids);
  const forwardings = await trx.deleteFrom('forwardings').where('handle_id', 'in', ids).returning('id').execute();
  return { forwardingIds: forwardings.map(({ id }) => id), pictures };
}
