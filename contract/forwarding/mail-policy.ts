import * as z from 'zod/mini';
import { emailAddress } from '../addresses.ts';
import { defineCall, done } from '../call.ts';
import { isShown } from '../text.ts';

export const MAX_BLOCKED_SENDERS = 500;
const NO_PATTERN =
  'Please enter an address, such as name@shop.example, or @ and a whole domain, such as @shop.example.';

/**
 * A sender to block: an address, or `@domain` for all addresses of the domain and its subdomains. Trimmed, lower-case.
 * A domain needs at least two labels, except for the domain of local mode.
 */
export const blockPattern = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.maxLength(254, NO_PATTERN),
  z.regex(/^(?:[^\s@]*@(?:[a-z0-9]+(?:-+[a-z0-9]+)*\.)+[a-z](?:-*[a-z0-9])+|[^\s@]+@localhost)$/, NO_PATTERN),
  // The database cannot store NUL, and stores a lone surrogate as another character.
  z.refine((text) => isShown(text, false), NO_PATTERN),
);

export const MAX_ALLOWED_LISTS = 100;
const NO_LIST = 'Please enter a List-Id, such as team.lists.example.org, or the domain of the lists.';

/** A mailing list: its List-Id (RFC 2919), or a domain for all lists below it. Trimmed, lower-case. */
export const allowedList = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(255, NO_LIST),
    z.regex(/^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*\.[a-z][a-z0-9-]*$/, NO_LIST),
  );

/** GET /api/email-forwarding/{id}/policy */
export const mailPolicy = z.object({
  /** Changes with every update; a write with this version in If-Match is conditional. */
  version: z.string(),
  /** The response to senders while the switch is off: a rejection, or a 250 for mail that is discarded. */
  whenOff: z.enum(['refuse', 'drop']),
  blocked: z.array(z.string()),
  /** Mailing lists whose mail is accepted even if it fails the DMARC policy of the author's domain. */
  allowedLists: z.array(z.string()),
  keepSubjects: z.boolean(),
  /**
   * Second inbox, used when the first inbox defers mail for hours: the pending address if there is one, otherwise the
   * verified address.
   */
  backupEmail: z.nullable(z.string()),
  /** `unverifiable`: the inbox permanently refused the verification email. */
  backupStatus: z.enum(['none', 'pending', 'unverifiable', 'verified']),
  /** The reason if the server paused forwarding; null if forwarding is not paused. */
  paused: z.nullable(z.enum(['inbox-gone', 'inbox-stopped'])),
  /** Time at which mail last exceeded the hourly limit. */
  limitReachedAt: z.nullable(z.iso.datetime()),
});
export type MailPolicy = z.infer<typeof mailPolicy>;

/** PATCH /api/email-forwarding/{id}/policy: absent fields stay unchanged; an empty backup address removes it. */
export const mailPolicyChanges = z.strictObject({
  whenOff: z.optional(z.enum(['refuse', 'drop'])),
  blocked: z.optional(
    z
      .array(blockPattern)
      .check(z.maxLength(MAX_BLOCKED_SENDERS, `Please block at most ${MAX_BLOCKED_SENDERS} senders.`)),
  ),
  allowedLists: z.optional(
    z
      .array(allowedList)
      .check(z.maxLength(MAX_ALLOWED_LISTS, `Please allow at most ${MAX_ALLOWED_LISTS} mailing lists.`)),
  ),
  keepSubjects: z.optional(z.boolean()),
  backupEmail: z.optional(z.union([z.literal(''), emailAddress], 'Please enter a valid email address')),
});
export type MailPolicyChanges = z.infer<typeof mailPolicyChanges>;

export const getMailPolicy = defineCall('GET /api/email-forwarding/:id/policy', {
  right: 'mail',
  response: mailPolicy,
  versioned: true,
});

export const patchMailPolicy = defineCall('PATCH /api/email-forwarding/:id/policy', {
  right: 'mail',
  recent: { act: 'inbox', when: 'with `backupEmail`' },
  body: mailPolicyChanges,
  response: mailPolicy,
  versioned: true,
  errors: ['own_domain', 'same_address', 'forwarder_limit', 'inbox_stopped', 'too_many_emails'],
});

export const postBackupVerification = defineCall('POST /api/email-forwarding/:id/resend-backup', {
  right: 'mail',
  response: done,
  errors: ['already_verified', 'too_many_emails'],
});
