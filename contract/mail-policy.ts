import * as z from 'zod/mini';
import { emailAddress } from './addresses.ts';

export const MAX_BLOCKED_SENDERS = 500;

/** A sender to turn away: an address, or `@domain` for everybody there and below it. Trimmed, lower-case. */
export const blockPattern = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254),
    z.regex(/^[^\s@]*@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/, 'Please enter an address, or @ and a domain.'),
  );

export const MAX_ALLOWED_LISTS = 100;

/** A mailing list: its List-Id (RFC 2919), or a domain for all lists below it. Trimmed, lower-case. */
export const allowedList = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(255),
    z.regex(
      /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*\.[a-z][a-z0-9-]*$/,
      'Please enter a List-Id, such as team.lists.example.org, or the domain of the lists.',
    ),
  );

/** GET /api/email-forwarding/{id}/policy */
export const mailPolicy = z.object({
  /** Another one after every change; sent back in If-Match it guards a write. */
  version: z.string(),
  /** What strangers get while the switch is off: a refusal, or a 250 for mail that nobody keeps. */
  whenOff: z.enum(['refuse', 'drop']),
  blocked: z.array(z.string()),
  /** Mailing lists whose mail is taken although it fails the DMARC policy of its author. */
  allowedLists: z.array(z.string()),
  keepSubjects: z.boolean(),
  /** Takes over when the inbox has deferred mail for hours. The address that waits, or else the verified one. */
  backupEmail: z.nullable(z.string()),
  backupStatus: z.enum(['none', 'pending', 'verified']),
  /** We stopped it ourselves, and why. */
  paused: z.nullable(z.enum(['inbox-gone', 'inbox-stopped'])),
  /** When more mail came than is forwarded in an hour, as last noted. */
  limitReachedAt: z.nullable(z.iso.datetime()),
});
export type MailPolicy = z.infer<typeof mailPolicy>;

/** PATCH /api/email-forwarding/{id}/policy: what is absent stays; an empty backup address takes it away. */
export const mailPolicyChanges = z.strictObject({
  whenOff: z.optional(z.enum(['refuse', 'drop'])),
  blocked: z.optional(z.array(blockPattern).check(z.maxLength(MAX_BLOCKED_SENDERS))),
  allowedLists: z.optional(z.array(allowedList).check(z.maxLength(MAX_ALLOWED_LISTS))),
  keepSubjects: z.optional(z.boolean()),
  backupEmail: z.optional(z.union([z.literal(''), emailAddress])),
});
export type MailPolicyChanges = z.infer<typeof mailPolicyChanges>;
