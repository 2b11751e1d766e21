import * as z from 'zod/mini';

export const MAX_AUTO_REPLY_SUBJECT = 200;
export const MAX_AUTO_REPLY_TEXT = 5000;
/** Replaced in subject and text by the display name of the sender, or by "there" if there is none. */
export const SENDER_NAME = '{name}';

const audience = z.enum(['everybody', 'contacts']);

/** GET /api/handles/{id}/auto-reply */
export const autoReply = z.object({
  /** Changes with every update; a write with this version in If-Match is conditional. */
  version: z.string(),
  enabled: z.boolean(),
  subject: z.string(),
  text: z.string(),
  from: z.nullable(z.iso.datetime()),
  until: z.nullable(z.iso.datetime()),
  /** Days in which one sender gets at most one reply. */
  every: z.int(),
  /** `contacts`: only people who wrote before. */
  audience,
  /** Whether the plan has auto-replies, and is paid for. */
  entitled: z.boolean(),
});
export type AutoReply = z.infer<typeof autoReply>;

/** PUT /api/handles/{id}/auto-reply */
export const autoReplyChange = z
  .strictObject({
    enabled: z.boolean(),
    subject: z.string().check(z.trim(), z.minLength(1, 'Please enter a subject.'), z.maxLength(MAX_AUTO_REPLY_SUBJECT)),
    text: z.string().check(z.trim(), z.minLength(1, 'Please enter a text.'), z.maxLength(MAX_AUTO_REPLY_TEXT)),
    from: z.nullable(z.iso.datetime()),
    until: z.nullable(z.iso.datetime()),
    every: z.int().check(z.minimum(1), z.maximum(30)),
    audience,
  })
  .check(
    z.refine(({ from, until }) => from === null || until === null || from < until, {
      path: ['until'],
      message: 'The end must be after the start.',
    }),
  );
export type AutoReplyChange = z.infer<typeof autoReplyChange>;

/** POST /api/handles/{id}/auto-reply/preview: the reply as one sender would get it. */
export const autoReplyPreviewRequest = z.strictObject({
  subject: z.string().check(z.maxLength(MAX_AUTO_REPLY_SUBJECT)),
  text: z.string().check(z.maxLength(MAX_AUTO_REPLY_TEXT)),
});
export const autoReplyPreview = z.object({ from: z.string(), to: z.string(), subject: z.string(), text: z.string() });
export type AutoReplyPreview = z.infer<typeof autoReplyPreview>;

/** POST /api/handles/{id}/auto-reply/test returns 202: the reply is mailed to the owner's inbox. */
export const autoReplyTestResponse = z.object({ flightId: z.string() });
