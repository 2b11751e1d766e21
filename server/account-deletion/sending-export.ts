import type { ExportedSending } from '../../contract/sending/exported-sending.ts';
import type { SendingRows } from './sending-export-store.ts';

const time = (moment: Date): string => moment.toISOString();
const timeOrNull = (moment: Date | null): string | null => moment && time(moment);

/** Returns the part of the account export about what one handle sends. */
export function exportSending(rows: SendingRows, handleId: number): ExportedSending {
  const own = <Row extends { handle_id: number }>(list: Row[]) => list.filter((row) => row.handle_id === handleId);
  const [settings] = own(rows.settings);
  const [autoReply] = own(rows.autoReplies);
  return {
    appPasswords: own(rows.appPasswords).map((row) => ({
      name: row.name,
      createdAt: time(row.created_at),
      lastUsedAt: timeOrNull(row.last_used_at),
      lastUsedFrom: row.last_used_from,
    })),
    settings: settings
      ? {
          replyMode: settings.reply_mode,
          allowInboxInText: settings.allow_inbox_in_text,
          firstSentAt: timeOrNull(settings.first_sent_at),
          pausedAt: timeOrNull(settings.paused_at),
          pauseReason: settings.pause_reason,
          resumedAt: timeOrNull(settings.resumed_at),
        }
      : null,
    usage: own(rows.usage).map(({ hour, recipients, bounces, complaints }) => ({
      ...{ hour: time(hour), recipients, bounces, complaints },
    })),
    suppressed: own(rows.suppressed).map(({ address, enhanced, created_at }) => ({
      ...{ address, enhanced, createdAt: time(created_at) },
    })),
    contacts: own(rows.contacts).map((row) => ({
      address: row.address,
      name: row.name,
      blocked: row.blocked,
      replyAddressUsedAt: timeOrNull(row.token_used_at),
      lastReceivedAt: timeOrNull(row.last_received_at),
      lastSentAt: timeOrNull(row.last_sent_at),
      addedAt: timeOrNull(row.added_at),
      createdAt: time(row.created_at),
    })),
    autoReply: autoReply
      ? {
          enabled: autoReply.enabled,
          subject: autoReply.subject,
          text: autoReply.text,
          from: timeOrNull(autoReply.starts_at),
          until: timeOrNull(autoReply.ends_at),
          every: autoReply.every_days,
          audience: autoReply.audience,
        }
      : null,
    autoReplyRecipients: own(rows.autoReplyRecipients).map(({ address, replied_at }) => ({
      address,
      repliedAt: time(replied_at),
    })),
  };
}
