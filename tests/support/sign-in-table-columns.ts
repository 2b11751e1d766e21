import { nothing, type Table } from './table-entry.ts';

/** Part of `TABLES`: the tables about signing in. */
export const SIGN_IN_TABLES: {
  [Name in 'email_changes' | 'sessions' | 'sign_in_codes' | 'mailed_links']: Table<Name>;
} = {
  email_changes: {
    erasure: 'with the account',
    columns: {
      old_email: 'emailChanges[].from',
      new_email: 'emailChanges[].to',
      state: 'emailChanges[].state',
      by_passkey: 'emailChanges[].byPasskey',
      requested_at: 'emailChanges[].requestedAt',
      expires_at: 'emailChanges[].expiresAt',
      old_confirmed_at: 'emailChanges[].oldConfirmedAt',
      new_confirmed_at: 'emailChanges[].newConfirmedAt',
      changed_at: 'emailChanges[].changedAt',
      undo_until: 'emailChanges[].undoUntil',
      ...nothing('account_id id'),
    },
    notExported: 'the ids of the account and the row',
  },
  sessions: {
    erasure: 'with the account',
    columns: {
      created_at: 'sessions[].createdAt',
      expires_at: 'sessions[].expiresAt',
      last_used_at: 'sessions[].lastUsedAt',
      confirmed_at: 'sessions[].confirmedAt',
      passkey_at: 'sessions[].passkeyAt',
      passkey_added_at: 'sessions[].passkeyAddedAt',
      method: 'sessions[].method',
      device: 'sessions[].device',
      network: 'sessions[].network',
      ...nothing('account_id id token_hash'),
    },
    notExported: 'no hash of a secret is exported',
  },
  sign_in_codes: {
    erasure: 'with the account',
    columns: {
      created_at: 'signInCodes[].createdAt',
      expires_at: 'signInCodes[].expiresAt',
      attempts: 'signInCodes[].attempts',
      used_at: 'signInCodes[].usedAt',
      ...nothing('browser_hash code_mac email id known_device link_id'),
    },
    notExported: 'the address is the account’s; no hash of a secret is exported',
  },
  mailed_links: {
    erasure: 'with the account',
    columns: {
      purpose: 'mailedLinks[].purpose',
      handle: 'mailedLinks[].handle',
      created_at: 'mailedLinks[].createdAt',
      expires_at: 'mailedLinks[].expiresAt',
      used_at: 'mailedLinks[].usedAt',
      ...nothing('email email_change_id forwarding_id id member_id token_hash'),
    },
    notExported: 'the address is the account’s; no hash of a secret is exported',
  },
};
