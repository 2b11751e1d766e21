import * as z from 'zod/mini';

const moment = z.iso.datetime();
const nullableMoment = z.nullable(moment);

/**
 * The data about a handle's sending and contacts in the account export: app passwords without hashes, contacts without
 * tokens.
 */
export const exportedSending = z.object({
  appPasswords: z.array(
    z.object({
      name: z.string(),
      createdAt: moment,
      lastUsedAt: nullableMoment,
      lastUsedFrom: z.nullable(z.string()),
    }),
  ),
  /** Null if every setting has its default. */
  settings: z.nullable(
    z.object({
      replyMode: z.string(),
      allowInboxInText: z.boolean(),
      firstSentAt: nullableMoment,
      pausedAt: nullableMoment,
      pauseReason: z.nullable(z.string()),
      resumedAt: nullableMoment,
    }),
  ),
  /** The counters of the last days, for each hour with sent mail or reports. */
  usage: z.array(z.object({ hour: moment, recipients: z.int(), bounces: z.int(), complaints: z.int() })),
  suppressed: z.array(z.object({ address: z.string(), enhanced: z.string(), createdAt: moment })),
  contacts: z.array(
    z.object({
      address: z.string(),
      name: z.string(),
      blocked: z.boolean(),
      replyAddressUsedAt: nullableMoment,
      lastReceivedAt: nullableMoment,
      lastSentAt: nullableMoment,
      addedAt: nullableMoment,
      createdAt: moment,
    }),
  ),
  autoReply: z.nullable(
    z.object({
      enabled: z.boolean(),
      subject: z.string(),
      text: z.string(),
      from: nullableMoment,
      until: nullableMoment,
      every: z.int(),
      audience: z.string(),
    }),
  ),
  /** Senders who got the automatic reply in the last days. */
  autoReplyRecipients: z.array(z.object({ address: z.string(), repliedAt: moment })),
});
