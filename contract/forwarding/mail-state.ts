import * as z from 'zod/mini';

/**
 * The states of a handle's mail. `works`: mail reaches an inbox. `none`: there is no inbox. `unverified`: the inbox has
 * not been confirmed yet. `unverifiable`: the inbox refused the verification email. `refuses`: the inbox does not exist
 * or is full. `stopped`: the owner of the inbox stopped all forwarding to it. `paused`: forwarding is switched off.
 * `suspended`: the handle is not active.
 */
export const MAIL_STATES = [
  'works',
  'none',
  'unverified',
  'unverifiable',
  'refuses',
  'stopped',
  'paused',
  'suspended',
] as const;

/** The state of a handle's mail, as part of a handle. */
export const mailState = z.object({
  state: z.enum(MAIL_STATES),
  /** A sentence for people, without addresses; null if there is nothing to add to `works`. */
  reason: z.nullable(z.string()),
  /** Start of this state, if known. */
  since: z.nullable(z.iso.datetime()),
});
export type MailState = z.infer<typeof mailState>;
