import * as z from 'zod/mini';

const moment = z.iso.datetime();

/** Somebody who has confirmed that they want emails of the owner of a page. */
export const subscriber = z.object({
  id: z.string(),
  email: z.string(),
  /** What the form said when they entered their address. */
  wording: z.string(),
  requestedAt: moment,
  confirmedAt: moment,
});
export type Subscriber = z.infer<typeof subscriber>;

/** GET /api/handles/{id}/subscribers, newest first; `after` is the id of the last item received. */
export const subscribers = z.object({
  /** Number of all confirmed subscribers, whatever the search finds. */
  total: z.int().check(z.nonnegative()),
  /** Whether visitors see the sign-up form now. */
  isOffered: z.boolean(),
  items: z.array(subscriber),
});
export type Subscribers = z.infer<typeof subscribers>;

export const subscribersQuery = z.strictObject({
  limit: z._default(z.pipe(z.coerce.number(), z.int().check(z.minimum(1), z.maximum(100))), 50),
  after: z.optional(z.uuid()),
  /** Part of an address, in any case. */
  search: z.optional(z.string().check(z.maxLength(254))),
});

export const exportedSubscriber = z.object({
  email: z.string(),
  wording: z.string(),
  requestedAt: moment,
  /** Null while it waits for its confirmation. */
  confirmedAt: z.nullable(moment),
});

export const exportedSubscription = z.object({
  handle: z.string(),
  ...exportedSubscriber.shape,
});
