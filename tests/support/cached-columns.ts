import { PROFILE_COLUMNS } from '../../server/held-data/tables/handle-tables.ts';

const PAGES = 'public pages (server/profiles/store.ts findProfile)';
const FORMS = 'whether public pages offer their contact form (server/blocks/forms/form-page-rules.ts)';
const TARGETS = 'mail destinations (server/forwarding/shared/destinations-store.ts)';
const SENDERS = 'who may send (server/mail/adapters/submission-policy.ts)';

const OF_FORWARDING = `address_key backup_key backup_pending_address backup_pending_key created_at handle_id id keep_subjects
  limit_reached_at pause_reason pending_address pending_key refusal refusals refused_since backup_refusal backup_refusals
  backup_refused_since pending_since pending_refused_at pending_refusal backup_pending_refused_at switched_at
  member_id pending_member_id backup_member_id backup_pending_member_id`;
const OF_MEMBER = `address_key email expires_at handle_id id invited_at invited_by lost_mail_at joined_at pending_address
  pending_key refusal refusals refused_since`;

/**
 * The columns of a table that a cached value does not contain, by the trigger that invalidates the cache. These triggers
 * fire on updates of listed columns only; a trigger without a list fires on every update.
 */
export const NOT_CACHED: Record<string, { cache: string; columns: string }> = {
  'profile_changed on accounts': {
    cache: PAGES,
    columns: `closed_at created_at email email_verified_at first_run free_handle_limit id is_admin admin_role last_sign_in_at
      limit_told_at passkey_user_id privacy_version suspended_at terms_version`,
  },
  'profile_changed on profile_cards': { cache: PAGES, columns: 'drawing handle_id object_key old_key' },
  'profile_changed on forwardings': { cache: FORMS, columns: `${OF_FORWARDING} backup_address when_off` },
  'profile_changed on handle_members': { cache: FORMS, columns: `${OF_MEMBER} role` },
  'mail_target_changed on handles': {
    cache: TARGETS,
    columns: `${PROFILE_COLUMNS.join(' ')} account_id created_at first_paid_at first_price_cents given_up_at id
      links_followed_at paid_until profile_changed_at quarantined_at reminded_days state_before suspended_at suspended_from
      suspended_with_account`,
  },
  'mail_target_changed on forwardings': { cache: TARGETS, columns: OF_FORWARDING },
  'mail_target_changed on app_passwords': {
    cache: SENDERS,
    columns: 'created_at handle_id id last_used_at last_used_from member_id name',
  },
  'mail_target_changed on sending_settings': {
    cache: `${SENDERS}, and ${TARGETS}`,
    columns: 'first_sent_at handle_id pause_reason resumed_at',
  },
  'mail_target_changed on contacts': {
    cache: 'reply addresses and blocked authors',
    columns: 'added_at address created_at handle_id id last_received_at last_sent_at name token_used_at',
  },
  'mail_target_changed on handle_members': { cache: `${SENDERS}, and ${TARGETS}`, columns: OF_MEMBER },
};
