import { sql } from 'kysely';
import { KEPT_DAYS } from '../../../contract/kept-days.ts';
import { DEFAULT_THEME } from '../../../contract/profiles/themes.ts';
import { ACTIVITY_DAYS } from '../../../contract/teams/teams.ts';
import type { DB } from '../../../db/schema.ts';
import { hidden, named, type Person, type Tables } from '../table.ts';

/** SQL: the name of the handle of a row. */
export const HANDLE_NAME = sql<string | null>`(select handle from handles where handles.id = handle_id)`;
export const BY_HANDLE = 'implied by the handle';
/**
 * The profile columns that an owner sets, with their values once the handle is taken from the owner. Reading, changing,
 * exporting and emptying a profile are derived from this list; contract/profiles/profile-fields.ts has the schemas.
 */
export const EMPTY_PROFILE = {
  display_name: null,
  bio: null,
  profile_picture: null,
  banner_image: null,
  template: DEFAULT_THEME,
  look: null,
  profile_page: true,
} as const satisfies { [Column in keyof DB['handles']]?: string | boolean | null };
export const PROFILE_COLUMNS = Object.keys(EMPTY_PROFILE) as (keyof typeof EMPTY_PROFILE)[];
const invitationOf = ({ email }: Person) => sql<boolean>`account_id is null and lower(email) = ${email}`;
const isOffered = ({ email }: Person) => sql<boolean>`lower(email) = ${email}`;
const MEMBER = 'email role mail invited_at expires_at joined_at';

/** Handles, the inboxes of their mail, and the people who may act for them. */
export const HANDLE_TABLES: Tables<
  | 'forwarding_blocks'
  | 'forwarding_lists'
  | 'forwardings'
  | 'handle_activity'
  | 'handle_holds'
  | 'handle_members'
  | 'handle_transfers'
  | 'handles'
> = {
  handles: {
    columns: {
      handle: 'handle',
      state: 'status',
      ...named(PROFILE_COLUMNS),
      ...named('created_at paid_until mail_deferred_until given_up_at'),
      profile_changed_at: 'pageChangedAt',
      ...hidden('implied by the account', 'id account_id'),
      ...hidden('bookkeeping about the state', 'state_before quarantined_at'),
      ...hidden('bookkeeping about the state', 'suspended_at suspended_from suspended_with_account'),
      ...hidden('the payments are exported', 'first_paid_at first_price_cents links_followed_at reminded_days'),
    },
    views: [{ at: 'handles[]', order: 'id' }],
    erasure: [
      {
        emptied: (now) => ({
          account_id: null,
          state: sql`case when state = 'suspended' then state else 'quarantined' end`,
          state_before: null,
          given_up_at: null,
          quarantined_at: sql`case when state = 'suspended' then null else coalesce(quarantined_at, ${now}) end`,
          ...EMPTY_PROFILE,
          paid_until: null,
          first_price_cents: null,
          first_paid_at: null,
          reminded_days: null,
          links_followed_at: null,
          mail_deferred_until: null,
          profile_changed_at: now,
        }),
        // Name, age, and suspensions by administrators.
        keeps: 'id handle created_at suspended_at suspended_from suspended_with_account',
      },
    ],
    retention: [
      { days: 365, reason: 'after they lost their owner', by: 'server/handles/quarantine-rules.ts' },
      { days: 365, reason: 'after their years of grace ended', by: 'server/handles/resting-rules.ts' },
    ],
  },
  forwardings: {
    columns: {
      address: 'inbox',
      pending_address: 'pendingInbox',
      ...named('is_active created_at when_off keep_subjects'),
      backup_address: 'secondInbox',
      backup_pending_address: 'pendingSecondInbox',
      ...named('paused_at pause_reason limit_reached_at'),
      ...hidden(BY_HANDLE, 'id handle_id'),
      ...hidden('derived from the addresses', 'address_key pending_key backup_key backup_pending_key'),
      ...hidden('about the servers of inboxes; they lead to `pausedAt`', 'refusal refusals refused_since'),
      ...hidden('about the servers of inboxes', 'backup_refusal backup_refusals backup_refused_since'),
      ...hidden('about the servers of inboxes', 'pending_refusal pending_refused_at backup_pending_refused_at'),
      ...hidden('an email that is due', 'pending_since switched_at'),
      ...hidden('the activity records who set an inbox', 'member_id pending_member_id'),
      ...hidden('the activity records who set an inbox', 'backup_member_id backup_pending_member_id'),
    },
    views: [{ at: 'handles[].forwarding' }],
    erasure: [{ withHandle: 'deleted when handed over' }],
  },
  forwarding_blocks: {
    columns: { pattern: '', ...hidden(BY_HANDLE, 'created_at handle_id') },
    views: [{ at: 'handles[].forwarding.blocked[]', order: 'pattern' }],
    erasure: [{ withHandle: 'deleted when handed over' }],
  },
  forwarding_lists: {
    columns: { list_id: '', ...hidden(BY_HANDLE, 'created_at handle_id') },
    views: [{ at: 'handles[].forwarding.allowedLists[]', order: 'list_id' }],
    erasure: [{ withHandle: 'deleted when handed over' }],
  },
  handle_holds: {
    columns: hidden(
      'belongs to a browser, not to an account',
      'browser_hash expires_at handle holder inbox_key network',
    ),
    erasure: [{ kept: 'deleted when it expires, after 7 days at most' }],
    retention: [{ column: 'expires_at', days: 0, reason: 'until they expire' }],
  },
  handle_members: {
    columns: {
      ...named(MEMBER),
      address: 'inbox',
      pending_address: 'pendingInbox',
      ...named('wants_mail paused_at'),
      handle_id: { hidden: 'exported as `handle`, its name' },
      ...hidden('implied by the account', 'account_id id'),
      ...hidden('derived from the addresses', 'address_key pending_key'),
      ...hidden('the activity records who sent the invitation', 'invited_by'),
      ...hidden('counts of failures, and an email that is due', 'refusal refusals refused_since lost_mail_at'),
    },
    views: [
      { at: 'handles[].team.members[]', order: 'id', only: MEMBER },
      {
        at: 'memberships[]',
        of: (person) => sql`(account_id = ${person.id} or (${invitationOf(person)}))`,
        order: 'id',
        plus: { handle: HANDLE_NAME },
      },
    ],
    erasure: [{ with: 'accounts' }, { withHandle: 'kept when handed over' }, { ofPerson: invitationOf }],
    retention: [
      {
        column: 'expires_at',
        days: KEPT_DAYS.invitations,
        and: sql`account_id is null`,
        reason: 'after an invitation expired; until then it is listed',
      },
    ],
  },
  handle_transfers: {
    columns: {
      ...named('email created_at expires_at'),
      handle_id: { hidden: 'exported as `handle`, its name' },
      ...hidden('the owner offers', 'id offered_by'),
    },
    views: [
      { at: 'handles[].team.transfer' },
      {
        at: 'offeredHandles[]',
        of: isOffered,
        order: 'id',
        only: 'created_at expires_at',
        plus: { handle: HANDLE_NAME },
      },
    ],
    // A trigger deletes the offer at a transfer.
    erasure: [{ with: 'accounts' }, { withHandle: 'kept when handed over' }, { ofPerson: isOffered }],
    retention: [{ column: 'expires_at', days: KEPT_DAYS.invitations, reason: 'after an offer expired' }],
  },
  handle_activity: {
    columns: {
      at: 'at',
      ...named('action details'),
      ...hidden('implied by the order', 'id'),
      account_id: { hidden: 'exported as `by`, its address' },
      handle_id: { hidden: 'exported as `handle`, its name' },
    },
    views: [
      {
        at: 'activity[]',
        of: ({ id }) => sql`(account_id = ${id} or handle_id in (select id from handles where account_id = ${id}))`,
        order: 'id',
        plus: { handle: HANDLE_NAME, by: sql`(select email from accounts where accounts.id = account_id)` },
      },
    ],
    erasure: [
      { withHandle: 'kept when handed over' },
      {
        // What the account did stays in the activity of others' handles, without its address. The conditions match the
        // index handle_activity_person.
        ofPerson: ({ email }) => sql`lower(details[1]) = ${email}
          and split_part(action, '.', 1) in ('member', 'invitation', 'transfer')`,
        set: { details: [] },
      },
    ],
    retention: [{ column: 'at', days: ACTIVITY_DAYS, batch: 5000, reason: 'after it happened' }],
  },
};
