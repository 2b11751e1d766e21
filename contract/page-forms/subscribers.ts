import * as z from 'zod/mini';
import { defineCall, done } from '../call.ts';
import { isShown, NOT_SHOWN } from '../text.ts';

const moment = z.iso.datetime();

/** A person who has confirmed that they want emails from the owner of a page. */
export const subscriber = z.object({
  id: z.string(),
  email: z.string(),
  /** The text of the form when the person entered the address. */
  wording: z.string(),
  requestedAt: moment,
  confirmedAt: moment,
});
export type Subscriber = z.infer<typeof subscriber>;

/** GET /api/handles/{id}/subscribers, newest first; `after` is the id of the last item received. */
const subscribers = z.array(subscriber);

/** GET /api/handles/{id}/subscribers/summary */
export const audience = z.object({
  /** Number of confirmed subscribers. */
  total: z.int().check(z.nonnegative()),
  /** Whether visitors see the sign-up form now. */
  isOffered: z.boolean(),
});
export type Audience = z.infer<typeof audience>;

export const subscribersQuery = z.strictObject({
  limit: z._default(z.pipe(z.coerce.number(), z.int().check(z.minimum(1), z.maximum(100))), 50),
  after: z.optional(z.uuid()),
  /** Part of an address; case-insensitive. */
  search: z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(254),
      z.refine((text) => isShown(text, false), NOT_SHOWN),
    ),
  ),
});

export const exportedSubscriber = z.object({
  email: z.string(),
  wording: z.string(),
  requestedAt: moment,
  /** Null until the request is confirmed. */
  confirmedAt: z.nullable(moment),
});

export const exportedSubscription = z.object({
  handle: z.string(),
  ...exportedSubscriber.shape,
});

export const getSubscribers = defineCall('GET /api/handles/:id/subscribers', {
  right: 'manage',
  query: subscribersQuery,
  response: subscribers,
});

export const getAudience = defineCall('GET /api/handles/:id/subscribers/summary', {
  right: 'manage',
  response: audience,
});

export const getSubscribersFile = defineCall('GET /api/handles/:id/subscribers.csv', {
  right: 'manage',
  produces: 'text/csv',
});

export const deleteSubscriber = defineCall('DELETE /api/handles/:id/subscribers/:subscriberId', {
  right: 'manage',
  params: { subscriberId: z.uuid() },
  response: done,
});
