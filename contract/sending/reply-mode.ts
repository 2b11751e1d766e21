import * as z from 'zod/mini';
import { defineCall } from '../call.ts';

/**
 * The form in which mail reaches the inbox. `pass-through`: byte for byte, From unchanged. `reply`: From is a reply address
 * for its author, and a reply to it leaves from the handle.
 */
const REPLY_MODES = ['pass-through', 'reply'] as const;
export type ReplyMode = (typeof REPLY_MODES)[number];

const replyMode = z.object({
  /** Changes with every update; a write with this version in If-Match is conditional. */
  version: z.string(),
  mode: z.enum(REPLY_MODES),
  /** Whether the text of a reply may contain the inbox's address. If false, such a reply is refused. */
  allowInboxInText: z.boolean(),
  /** Whether the plan includes replies and is paid for. If false, mail passes through in every mode. */
  entitled: z.boolean(),
});
export type ReplyModeSettings = z.infer<typeof replyMode>;

export const getReplyMode = defineCall('GET /api/handles/:id/reply-mode', {
  right: 'mail',
  response: replyMode,
  versioned: true,
});

/** An absent field stays unchanged. */
const replyModeChange = z.strictObject({
  mode: z.enum(REPLY_MODES),
  allowInboxInText: z.optional(z.boolean()),
});
export type ReplyModeChange = z.infer<typeof replyModeChange>;

export const putReplyMode = defineCall('PUT /api/handles/:id/reply-mode', {
  right: 'mail',
  recent: {
    act: 'reply-mode',
    when: 'to show the inbox to correspondents: with a new `pass-through` or `allowInboxInText`',
  },
  body: replyModeChange,
  response: replyMode,
  versioned: true,
  errors: ['plan_without_sending'],
});
