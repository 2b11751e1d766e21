import { sql } from 'kysely';
import type { HandlePage as Page } from '../../contract/handles/handles.ts';
import type { Place, Role } from '../../contract/roles.ts';
import type { DB } from '../../db/schema.ts';
import { ACCEPTS_MAIL, MEMBERS_RECEIVE } from '../forwarding/shared/accepts-mail-store.ts';
import { HAS_TEAM, receivesMailAt, roleAt } from '../handle-access/handle-access-store.ts';
import type { ProfileColumns } from '../handle-access/profile-fields.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { LAST_PAYMENT } from './shared/last-payment-store.ts';

export async function handleExists(db: Queryable, handle: string): Promise<boolean> {
  const row = await db.selectFrom('handles').select('id').where('handle', '=', handle).executeTakeFirst();
  return row !== undefined;
}

/** Returns the account that owns a handle in any state; undefined if the handle does not exist. */
export async function ownerOf(db: Queryable, handle: string): Promise<{ account_id: number | null } | undefined> {
  return db.selectFrom('handles').select('account_id').where('handle', '=', handle).executeTakeFirst();
}

/** Inserts a handle and returns its id; undefined if the handle exists. The unique index decides between concurrent inserts. */
export async function insertHandle(
  db: Queryable,
  handle: string,
  accountId: number,
  paidUntil: Date | null,
): Promise<number | undefined> {
  const row = await db
    .insertInto('handles')
    .values({ handle, account_id: accountId, paid_until: paidUntil })
    .onConflict((conflict) => conflict.column('handle').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

interface Suspension {
  decisionId: number;
  answer: string;
}

/**
 * SQL: the decision that suspended a handle; null in any other state, and if it was suspended without a report about its page.
 */
const SUSPENSION = sql`case when handles.state = 'suspended' then (
  select json_build_object('decisionId', c.id, 'answer', c.owner_answer) from page_cases c
  where c.handle_id = handles.id and c.action = 'suspend' and c.owner_answer is not null
    and c.state in ('upheld', 'appealed', 'confirmed')
    and (handles.suspended_at is null or c.decided_at >= handles.suspended_at)
  order by c.decided_at desc limit 1) end`;

const shown = (db: Queryable) =>
  db
    .selectFrom('handles')
    .innerJoin('accounts', 'accounts.id', 'handles.account_id')
    .leftJoin('forwardings', 'forwardings.handle_id', 'handles.id')
    .selectAll('handles')
    .select(['accounts.avatar_url', 'accounts.banner_url', 'accounts.email_visible', ACCEPTS_MAIL.as('accepts_mail')])
    .select(LAST_PAYMENT.as('last_payment_at'))
    .select([
      'forwardings.address',
      'forwardings.pending_address',
      'forwardings.pending_since',
      'forwardings.pending_refused_at',
      'forwardings.pending_refusal',
      'forwardings.is_active as forwarding_on',
      'forwardings.switched_at',
      'forwardings.paused_at',
      'forwardings.pause_reason',
      'forwardings.refusal',
      'forwardings.refusals',
      'forwardings.refused_since',
      'forwardings.backup_address',
      'forwardings.backup_refusal',
      'forwardings.backup_refusals',
    ])
    .select(MEMBERS_RECEIVE.as('members_receive'))
    .select(sql<Suspension | null>`${SUSPENSION}`.as('suspension'));

export type HandleRow = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>> & Place;

/**
 * Returns the handles of an account with their forwarding: its own, oldest first, then those of teams in the order of
 * joining; one more than the page holds. Each half reads at most one page, from an index.
 */
export async function handlesOf(db: Queryable, accountId: number, page: Page): Promise<HandleRow[]> {
  const { after, handle, limit } = page;
  const name = handle === undefined ? sql`` : sql`and handles.handle = ${handle}`;
  // The position of the last handle of the previous page, if it belongs to a team.
  const place = sql`select handle_members.joined_at, handle_members.handle_id from handle_members
    join handles on handles.id = handle_members.handle_id
    where handle_members.handle_id = ${after ?? 0}::integer and handle_members.account_id = ${accountId}::integer
      and handles.account_id is distinct from ${accountId}::integer`;
  const own = sql`select handles.id, 'owner' as role, true as mail, null::timestamptz as joined_at from handles
    where handles.account_id = ${accountId}::integer ${name}
      ${after === undefined ? sql`` : sql`and handles.id > ${after} and not exists (${place})`}
    order by handles.id limit ${limit + 1}`;
  const ofTeams = sql`select handles.id, handle_members.role, handle_members.mail, handle_members.joined_at from handle_members
    join handles on handles.id = handle_members.handle_id
    where handle_members.account_id = ${accountId}::integer and ${HAS_TEAM}
      and handles.account_id is distinct from ${accountId}::integer ${name}
      ${after === undefined ? sql`` : sql`and (not exists (${place}) or (handle_members.joined_at, handles.id) > (${place}))`}
    order by handle_members.joined_at, handles.id limit ${limit + 1}`;
  return shown(db)
    .innerJoin(
      sql<{
        id: number;
        role: Role;
        mail: boolean;
        joined_at: Date | null;
      }>`((${own}) union all (${ofTeams}))`.as<'listed'>('listed'),
      (join) => join.onRef('listed.id', '=', 'handles.id'),
    )
    .select(['listed.role', 'listed.mail as receivesMail'])
    .orderBy('listed.joined_at', (order) => order.asc().nullsFirst())
    .orderBy('handles.id')
    .limit(limit + 1)
    .execute();
}

/** Returns a handle with its forwarding and the role of the account; undefined for a stranger. */
export async function handleOf(db: Queryable, accountId: number, id: number): Promise<HandleRow | undefined> {
  return shown(db)
    .select([sql<Role>`${roleAt(accountId)}`.as('role'), receivesMailAt(accountId).as('receivesMail')])
    .where('handles.id', '=', id)
    .where(roleAt(accountId), 'is not', null)
    .executeTakeFirst();
}

export async function updateProfile(trx: Transaction<DB>, id: number, columns: Partial<ProfileColumns>): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await trx.updateTable('handles').set(columns).where('id', '=', id).execute();
}

/** Inserts the example profile; returns its id, or undefined if it exists. */
export async function insertSample(
  db: Queryable,
  sample: {
    handle: string;
    displayName: string;
    bio: string;
    template: string;
    socialLinks: { platform: string; username: string; url: string }[];
  },
): Promise<number | undefined> {
  const row = await db
    .insertInto('handles')
    .values({ handle: sample.handle, display_name: sample.displayName, bio: sample.bio, template: sample.template })
    .onConflict((conflict) => conflict.column('handle').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row || sample.socialLinks.length === 0) return row?.id;
  await db
    .insertInto('social_links')
    .values(sample.socialLinks.map((link, position) => ({ ...link, handle_id: row.id, position })))
    .execute();
  return row.id;
}
