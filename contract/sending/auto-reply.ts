import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { isShown, NOT_SHOWN } from '../text.ts';

export const MAX_AUTO_REPLY_SUBJECT = 200;
export const MAX_AUTO_REPLY_TEXT = 5000;
/** Replaced in the subject and text with the display name of the sender, or with "there" if the sender has none. */
export const SENDER_NAME = '{name}';
const NO_NAME = 'there';

/** Returns a subject or text with the name of a sender, which may be empty. */
export function withSenderName(text: string, name: string): string {
  // A function, because `$&` and similar sequences have a special meaning in a replacement string.
  return text.replaceAll(SENDER_NAME, () => (name === '' ? NO_NAME : name));
}

const subject = z.string().check(
  z.trim(),
  z.maxLength(MAX_AUTO_REPLY_SUBJECT),
  z.refine((text) => isShown(text, false), NOT_SHOWN),
);
const text = z.string().check(
  z.overwrite((typed) => typed.replace(/\r\n?/g, '\n')),
  z.trim(),
  z.maxLength(MAX_AUTO_REPLY_TEXT),
  z.refine((typed) => isShown(typed, true), NOT_SHOWN),
);

const audience = z.enum(['everybody', 'contacts']);

export const autoReply = z.object({
  /** Changes with every update; a write with this version in If-Match is conditional. */
  version: z.string(),
  enabled: z.boolean(),
  subject: z.string(),
  text: z.string(),
  from: z.nullable(z.iso.datetime()),
  until: z.nullable(z.iso.datetime()),
  /** Number of days in which one sender gets at most one reply. */
  every: z.int(),
  /** `contacts`: only people who wrote before. */
  audience,
  /** Whether the plan includes automatic replies and is paid for. */
  entitled: z.boolean(),
});
export type AutoReply = z.infer<typeof autoReply>;

export const getAutoReply = defineCall('GET /api/handles/:id/auto-reply', {
  right: 'mail',
  response: autoReply,
  versioned: true,
});

export const autoReplyChange = z
  .strictObject({
    enabled: z.boolean(),
    subject: subject.check(z.minLength(1, 'Please enter a subject.')),
    text: text.check(z.minLength(1, 'Please enter a text.')),
    from: z.nullable(z.iso.datetime()),
    until: z.nullable(z.iso.datetime()),
    every: z.int().check(z.minimum(1), z.maximum(30)),
    audience,
  })
  .check(
    z.refine(({ from, until }) => from === null || until === null || Date.parse(from) < Date.parse(until), {
      path: ['until'],
      message: 'The end must be after the start.',
    }),
  );
export type AutoReplyChange = z.infer<typeof autoReplyChange>;

export const putAutoReply = defineCall('PUT /api/handles/:id/auto-reply', {
  right: 'mail',
  body: autoReplyChange,
  response: autoReply,
  versioned: true,
  errors: ['plan_without_auto_reply'],
});

export const autoReplyPreviewRequest = z.strictObject({ subject, text });
const autoReplyPreview = z.object({ from: z.string(), to: z.string(), subject: z.string(), text: z.string() });
export type AutoReplyPreview = z.infer<typeof autoReplyPreview>;

export const previewAutoReply = defineCall('POST /api/handles/:id/auto-reply/preview', {
  right: 'mail',
  body: autoReplyPreviewRequest,
  response: autoReplyPreview,
});

/** The reply is mailed to the owner's inbox. */
export const testAutoReply = defineCall('POST /api/handles/:id/auto-reply/test', {
  right: 'mail',
  status: 202,
  response: z.object({ flightId: z.string() }),
  errors: ['plan_without_auto_reply', 'no_inbox', 'too_many_emails'],
});
