import { nothing, type Table } from './table-entry.ts';

/** The treatment of the tables of sending, replies and automatic replies by the export and the erasure. */
export const SENDING_TABLES: {
  [Name in
    | 'app_passwords'
    | 'auto_replies'
    | 'auto_reply_recipients'
    | 'contacts'
    | 'mail_reports'
    | 'sending_settings'
    | 'sending_usage'
    | 'suppressed_recipients']: Table<Name>;
} = {
  app_passwords: {
    erasure: 'with the handle',
    columns: {
      name: 'handles[].sending.appPasswords[].name',
      created_at: 'handles[].sending.appPasswords[].createdAt',
      last_used_at: 'handles[].sending.appPasswords[].lastUsedAt',
      last_used_from: 'handles[].sending.appPasswords[].lastUsedFrom',
      ...nothing('handle_id id member_id secret_hash'),
    },
    notExported: 'no hash of a secret is exported; the member is in the activity',
  },
  auto_replies: {
    erasure: 'with the handle',
    columns: {
      enabled: 'handles[].sending.autoReply.enabled',
      subject: 'handles[].sending.autoReply.subject',
      text: 'handles[].sending.autoReply.text',
      starts_at: 'handles[].sending.autoReply.from',
      ends_at: 'handles[].sending.autoReply.until',
      every_days: 'handles[].sending.autoReply.every',
      audience: 'handles[].sending.autoReply.audience',
      ...nothing('handle_id'),
    },
    notExported: 'implied by the handle',
  },
  auto_reply_recipients: {
    erasure: 'with the handle',
    columns: {
      address: 'handles[].sending.autoReplyRecipients[].address',
      replied_at: 'handles[].sending.autoReplyRecipients[].repliedAt',
      ...nothing('handle_id'),
    },
    notExported: 'implied by the handle',
  },
  contacts: {
    erasure: 'with the handle',
    columns: {
      address: 'handles[].sending.contacts[].address',
      name: 'handles[].sending.contacts[].name',
      blocked: 'handles[].sending.contacts[].blocked',
      token_used_at: 'handles[].sending.contacts[].replyAddressUsedAt',
      last_received_at: 'handles[].sending.contacts[].lastReceivedAt',
      last_sent_at: 'handles[].sending.contacts[].lastSentAt',
      added_at: 'handles[].sending.contacts[].addedAt',
      created_at: 'handles[].sending.contacts[].createdAt',
      ...nothing('handle_id id token'),
    },
    notExported: 'the token is a secret between the inbox and us',
  },
  mail_reports: {
    erasure: { kept: 'about servers; deleted after 90 days' },
    columns: nothing('begins_at details ends_at failed handle_id id kind passed received_at report_id reporter'),
    notExported: 'about servers, not about people',
  },
  sending_settings: {
    erasure: 'with the handle',
    columns: {
      reply_mode: 'handles[].sending.settings.replyMode',
      allow_inbox_in_text: 'handles[].sending.settings.allowInboxInText',
      first_sent_at: 'handles[].sending.settings.firstSentAt',
      paused_at: 'handles[].sending.settings.pausedAt',
      pause_reason: 'handles[].sending.settings.pauseReason',
      resumed_at: 'handles[].sending.settings.resumedAt',
      ...nothing('handle_id'),
    },
    notExported: 'implied by the handle',
  },
  sending_usage: {
    erasure: 'with the handle',
    columns: {
      hour: 'handles[].sending.usage[].hour',
      recipients: 'handles[].sending.usage[].recipients',
      bounces: 'handles[].sending.usage[].bounces',
      complaints: 'handles[].sending.usage[].complaints',
      ...nothing('handle_id'),
    },
    notExported: 'implied by the handle',
  },
  suppressed_recipients: {
    erasure: 'with the handle',
    columns: {
      address: 'handles[].sending.suppressed[].address',
      enhanced: 'handles[].sending.suppressed[].enhanced',
      created_at: 'handles[].sending.suppressed[].createdAt',
      ...nothing('handle_id'),
    },
    notExported: 'implied by the handle',
  },
};
