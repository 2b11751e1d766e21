import * as z from 'zod/mini';
import { defineCall } from '../call.ts';

/** State of a message. A message that a relay accepted is `handed-on`, never `delivered`. */
const DELIVERY_STATES = ['under-way', 'delivered', 'handed-on', 'queued', 'refused', 'dropped', 'returned'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Mail to a handle, or mail from a handle. There is one delivery for each recipient. */
const DELIVERY_DIRECTIONS = ['received', 'sent'] as const;
export type DeliveryDirection = (typeof DELIVERY_DIRECTIONS)[number];

const DELIVERY_STEPS = [
  'received',
  'checked',
  'changed',
  'tried',
  'queued',
  'delivered',
  'failed',
  'refused',
  'dropped',
  'returned',
] as const;

/**
 * A delivery event. `words` is the destination's text, which only the owner may see. `failed`: one of several inboxes
 * does not get the message, but another inbox has it or may still get it.
 */
const deliveryEvent = z.object({
  at: z.iso.datetime(),
  step: z.enum(DELIVERY_STEPS),
  /** Checked: as in Authentication-Results (RFC 8601), e.g. spf "pass", dkim ["pass senders.test"]. */
  spf: z.optional(z.string()),
  dkim: z.optional(z.array(z.string())),
  dmarc: z.optional(z.string()),
  arc: z.optional(z.string()),
  /**
   * Checked: why the message was accepted or marked, e.g. "dmarc fail, but DKIM passed". Queued: why the message waits.
   */
  note: z.optional(z.string()),
  /** Checked: the mailing list whose mail was rejected; the owner can allow it. */
  list: z.optional(z.string()),
  /** Changed: the server's additions, rewrites and removals. */
  changes: z.optional(
    z.array(z.enum(['sender', 'from', 'reply-address', 'sealed', 'signed', 'completed', 'results-removed'])),
  ),
  /** Tried, delivered, refused: the server, its reply code and its text. */
  host: z.optional(z.string()),
  code: z.optional(z.int()),
  enhanced: z.optional(z.string()),
  words: z.optional(z.string()),
  /** Delivered: false if a relay accepted it. */
  final: z.optional(z.boolean()),
  /** Tried: true if the attempt was made to the second inbox. */
  backup: z.optional(z.boolean()),
  /**
   * Tried, queued, delivered, failed: the account of the member who has the inbox, never the address of the inbox; null
   * for a former member. Absent for the inbox of the handle. Only this member sees the server and its text.
   */
  inbox: z.optional(z.nullable(z.string())),
  /** Queued: time of the next attempt. */
  nextAt: z.optional(z.iso.datetime()),
});
export type DeliveryEvent = z.infer<typeof deliveryEvent>;

/**
 * One message to a handle, or from a handle to one recipient. The body is not stored, and the subject is stored only if
 * the owner enables it.
 */
export const delivery = z.object({
  id: z.string(),
  handleId: z.int().check(z.positive()),
  direction: z.enum(DELIVERY_DIRECTIONS),
  recipient: z.string(),
  /** Envelope sender; empty for a bounce. `author` is the address in From. */
  sender: z.string(),
  author: z.string(),
  subject: z.nullable(z.string()),
  /** IP address of the sending client; empty for sent mail, whose client belongs to the owner. */
  client: z.string(),
  /** Size in bytes. */
  size: z.int(),
  state: z.enum(DELIVERY_STATES),
  receivedAt: z.iso.datetime(),
  /** Oldest first. */
  events: z.array(deliveryEvent),
});
export type Delivery = z.infer<typeof delivery>;

/** GET /api/email-forwarding/{id}/flights: newest first. `after` is the id of the last item received. */
const deliveryList = z.array(delivery);
export const deliveryPage = z.strictObject({
  limit: z._default(z.pipe(z.coerce.number(), z.int().check(z.minimum(1), z.maximum(100))), 30),
  after: z.optional(z.string().check(z.maxLength(100))),
  /** Substring of sender, author or recipient; case-insensitive. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  state: z.optional(z.enum(DELIVERY_STATES)),
  direction: z.optional(z.enum(DELIVERY_DIRECTIONS)),
});
export type DeliveryPage = z.infer<typeof deliveryPage>;

/** POST /api/email-forwarding/{id}/test-mail returns 202 and the id of the delivery. */
const testMailResponse = z.object({ flightId: z.string() });

export const postTestMail = defineCall('POST /api/email-forwarding/:id/test-mail', {
  right: 'mail',
  response: testMailResponse,
  status: 202,
  errors: ['nothing_to_test', 'test_unsent', 'too_many_emails'],
});

export const getDeliveries = defineCall('GET /api/email-forwarding/:id/flights', {
  right: 'mail',
  query: deliveryPage,
  response: deliveryList,
});

export const deliveryId = z.string().check(z.regex(/^[\w-]{1,100}$/));

export const getDelivery = defineCall('GET /api/email-forwarding/:id/flights/:flightId', {
  right: 'mail',
  params: { flightId: deliveryId },
  response: delivery,
});
