import { sql } from 'kysely';
import { SESSION_IDLE_DAYS } from '../../../contract/accounts/sessions.ts';
import { SIGN_IN_CODE_DAYS } from '../../../contract/accounts/sign-in.ts';
import { WAITING_DAYS } from '../../../contract/claims/waiting-claims.ts';
import { KEPT_DAYS } from '../../../contract/kept-days.ts';
import { hidden, named, type Person, type Tables } from '../table.ts';
import { HANDLE_NAME } from './handle-tables.ts';

const ofAddress = ({ email }: Person) => sql<boolean>`lower(email) = ${email}`;
const OWN = 'implied by the account';
const SECRET = 'no hash of a secret is exported';
/** SQL: the number of wrong codes that were tried against the code of a row. */
export const WRONG_CODES = sql<number>`(case when sign_in_codes.code_mac is null then 0
  else sign_in_codes.attempts - (sign_in_codes.used_at is not null)::integer end)`;

/** The account of a person, and how it signs in. */
export const ACCOUNT_TABLES: Tables<
  | 'accounts'
  | 'claim_invitations'
  | 'email_changes'
  | 'mailed_links'
  | 'passkey_challenges'
  | 'passkeys'
  | 'sessions'
  | 'sign_in_codes'
  | 'stopped_inboxes'
  | 'support_answers'
  | 'support_requests'
  | 'uploads'
  | 'waiting_claims'
> = {
  accounts: {
    columns: {
      ...named('id email email_verified_at email_visible is_admin admin_role'),
      limit_told_at: 'limitNoticeAt',
      ...named('terms_version privacy_version last_sign_in_at created_at'),
      ...hidden('exported with its file, as `picture` and `banner`', 'avatar_url banner_url'),
      ...hidden('a closed or suspended account cannot export', 'closed_at suspended_at'),
      ...hidden('the limit is a setting of administrators', 'free_handle_limit'),
      ...hidden('a random name for authenticators', 'passkey_user_id'),
      ...hidden('a state of the dashboard', 'first_run'),
    },
    views: [{ at: 'account', of: ({ id }) => sql`id = ${id}` }],
    erasure: [{ with: 'accounts' }],
    retention: [{ days: 14, reason: 'after it was closed', by: 'server/account-deletion/erasure.ts' }],
  },
  email_changes: {
    columns: {
      old_email: 'from',
      new_email: 'to',
      ...named('state by_passkey requested_at expires_at old_confirmed_at new_confirmed_at changed_at undo_until'),
      ...hidden(OWN, 'account_id id'),
    },
    views: [{ at: 'emailChanges[]', order: 'id' }],
    erasure: [{ with: 'accounts' }],
  },
  sessions: {
    columns: {
      ...named('created_at expires_at last_used_at confirmed_at passkey_at passkey_added_at method device network'),
      ...hidden(OWN, 'account_id id'),
      ...hidden(SECRET, 'token_hash'),
    },
    views: [{ at: 'sessions[]', order: 'id' }],
    erasure: [{ with: 'accounts' }],
    retention: [
      {
        days: SESSION_IDLE_DAYS,
        where: ({ before, now }) => sql`expires_at < ${now} or last_used_at <= ${before}`,
        reason: 'after they were last used, and at most until they expire',
      },
    ],
  },
  passkeys: {
    columns: {
      ...named('name is_synced transports created_at last_used_at'),
      ...hidden(OWN, 'account_id id'),
      ...hidden('useful only to the server, which checks signatures with it', 'credential_id public_key sign_count'),
    },
    views: [{ at: 'passkeys[]', order: 'id' }],
    erasure: [{ with: 'accounts' }],
  },
  passkey_challenges: {
    columns: {
      ...named('purpose created_at expires_at'),
      ...hidden(OWN, 'account_id session_id'),
      ...hidden(SECRET, 'browser_hash challenge_hash'),
    },
    views: [{ at: 'passkeyRequests[]', order: 'created_at' }],
    erasure: [{ with: 'accounts' }],
    retention: [{ column: 'expires_at', days: 0, reason: 'until they expire' }],
  },
  sign_in_codes: {
    columns: {
      ...named('created_at expires_at attempts used_at'),
      ...hidden(OWN, 'email id known_device link_id'),
      ...hidden(SECRET, 'browser_hash code_mac'),
    },
    views: [{ at: 'signInCodes[]', of: ofAddress, order: 'id' }],
    erasure: [{ ofPerson: ofAddress }],
    retention: [
      {
        days: SIGN_IN_CODE_DAYS,
        where: ({ before, now }) => sql`expires_at < ${now} and (${WRONG_CODES} = 0 or created_at < ${before})`,
        reason: 'after they were requested if wrong codes were tried, else until they expire',
      },
    ],
  },
  mailed_links: {
    columns: {
      ...named('purpose handle created_at expires_at used_at'),
      ...hidden(OWN, 'claim_invitation_id email email_change_id forwarding_id id member_id'),
      ...hidden(SECRET, 'token_hash'),
    },
    views: [{ at: 'mailedLinks[]', of: ofAddress, order: 'id' }],
    // Links that verify an inbox belong to the handles that asked for the inbox.
    erasure: [
      {
        ofPerson: (person) => sql`${ofAddress(person)} and purpose not in ('verify-forwarding', 'verify-member-inbox')`,
      },
    ],
    retention: [
      {
        column: 'expires_at',
        days: 7,
        reason: 'after they expired; until then their page shows what happened to them',
      },
    ],
  },
  claim_invitations: {
    columns: hidden('the audit log records who made it', 'created_at email expires_at handle id used uses'),
    erasure: [{ ofPerson: ofAddress }],
    retention: [{ column: 'expires_at', days: 30, reason: 'after they ended; until then their link shows that' }],
  },
  waiting_claims: {
    columns: { ...named('handle created_at'), ...hidden(OWN, 'email id inbox_key') },
    views: [{ at: 'waitingClaims[]', of: ofAddress, order: 'id' }],
    erasure: [{ ofPerson: ofAddress }],
    retention: [
      {
        column: 'created_at',
        days: WAITING_DAYS,
        reason: 'if no administrator decides',
        by: 'server/handles/waiting/waiting-rules.ts',
      },
    ],
  },
  stopped_inboxes: {
    columns: hidden('a hash of an address, which is not linked to an account', 'inbox_key stopped_at'),
    erasure: [{ kept: 'the owner of an inbox, with or without an account, wants no mail from us' }],
  },
  support_requests: {
    columns: {
      ...named('subject text'),
      handle_id: { hidden: 'exported as `handle`, its name' },
      attach_deliveries: 'attachedDeliveries',
      ...named('plan priority state created_at answered_at closed_at'),
      ...hidden(OWN, 'account_id id'),
    },
    views: [{ at: 'supportRequests[]', order: 'id', plus: { handle: HANDLE_NAME } }],
    erasure: [{ with: 'accounts' }],
    retention: [{ column: 'closed_at', days: KEPT_DAYS.supportRequests, reason: 'after they were closed' }],
  },
  support_answers: {
    columns: {
      ...named('text'),
      created_at: 'answeredAt',
      ...hidden('implied by the request', 'id request_id'),
      ...hidden('only the operator needs to know which administrator wrote it', 'author_id'),
    },
    views: [{ at: 'supportRequests[].answers[]', under: 'request_id', order: 'id' }],
    erasure: [{ with: 'support_requests' }],
  },
  uploads: {
    columns: {
      ...named('kind created_at expires_at received_at'),
      ...hidden(OWN, 'account_id'),
      ...hidden('names of the upload and its object', 'id object_key'),
    },
    views: [{ at: 'uploads[]', order: 'created_at' }],
    erasure: [{ with: 'accounts' }],
    // Their objects are scheduled for deletion when their files arrive.
    retention: [{ column: 'expires_at', days: 1 / 12, job: 'often', reason: 'until they can no longer be used' }],
  },
};
