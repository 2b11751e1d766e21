import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { delivery } from '../forwarding/delivery-log.ts';

/** A copy of a message that waits in the queue. */
const queuedCopy = z.object({
  /** The id that `npm run queue` takes. */
  id: z.string(),
  attempts: z.int(),
  nextAt: z.iso.datetime(),
  /** An operator holds the copy. */
  held: z.boolean(),
  /** The last reply of the other server; null before the first attempt, and for the inbox of a member. */
  lastReply: z.nullable(z.string()),
});
export type AdminQueuedCopy = z.infer<typeof queuedCopy>;

/** One item of GET /api/admin/mail: a delivery as the owner of the handle sees it, but without its subject. */
const adminDelivery = z.extend(z.omit(delivery, { subject: true, handleId: true }), {
  /** Null for mail to a role mailbox and for our own emails. */
  handle: z.nullable(z.string()),
  /** The copies that still wait in the queue. */
  queue: z.array(queuedCopy),
});
export type AdminDelivery = z.infer<typeof adminDelivery>;
export const adminDeliveries = z.array(adminDelivery);

/**
 * GET /api/admin/mail: the mail of a handle, newest first, or one message by its id. The id may come from a delivery, a
 * queued copy, our reply `250 Ok: taken as ID` or one of our Message-IDs.
 */
export const adminMailQuery = z
  .strictObject({
    handle: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(100))),
    id: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(300))),
    limit: z._default(z.pipe(z.coerce.number(), z.int().check(z.minimum(1), z.maximum(100))), 30),
    after: z.optional(z.string().check(z.maxLength(100))),
    /** Substring of sender, author or recipient. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  })
  .check(z.refine(({ handle, id }) => (handle === undefined) !== (id === undefined), 'Please give a handle or an id.'));
export type AdminMailQuery = z.infer<typeof adminMailQuery>;

/** Message ids have 20 characters; the first ten encode the time (mail/message/message-id.ts). */
const MESSAGE_ID = /(?<![0-9a-z])0[0-9a-hjkmnp-tv-z]{19}(?![0-9a-z])/;

/** Returns the id of a message in a text, such as a reply or one of our Message-IDs. */
export function messageIdIn(text: string): string | undefined {
  return MESSAGE_ID.exec(text.toLowerCase())?.[0];
}

/** Returns the query for an administrator's input: the id that it contains, or else the name or address of a handle. */
export function mailQueryOf(typed: string): { id: string } | { handle: string } {
  const id = messageIdIn(typed);
  return id === undefined ? { handle: typed.trim() } : { id: typed.trim() };
}

export const getAdminMail = defineCall('GET /api/admin/mail', {
  by: 'admin',
  query: adminMailQuery,
  response: adminDeliveries,
  errors: ['not_found'],
});
