import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { mailState } from '../forwarding/mail-state.ts';
import { page } from '../list-page.ts';
import { PLANS } from '../payments/plans.ts';
import { profileFields } from '../profiles/profile-fields.ts';
import { ROLES } from '../roles.ts';
import { socialLink } from '../social/social-links.ts';

/** States of a handle in responses. */
export const HANDLE_STATES = ['active', 'resting', 'suspended', 'quarantined'] as const;

/** One item of GET /api/handles. */
export const handle = z.object({
  id: z.int().check(z.positive()),
  /** Changes with every update; a write with this version in If-Match is conditional. */
  version: z.string(),
  handle: z.string(),
  /** The role of the caller. */
  role: z.enum(ROLES),
  /**
   * Whether the owner has granted the caller access to the handle's mail; true for the owner. If false, the forwarding
   * fields are empty. They are also empty for an editor, who gets at most a copy.
   */
  receivesMail: z.boolean(),
  plan: z.enum(PLANS),
  status: z.enum(HANDLE_STATES),
  ...profileFields,
  /** The picture on the public page: the handle's picture or, if it has none, the account's. */
  picture: z.nullable(z.string()),
  /** Values from the owner's account: pictures that replace missing ones, and the switch for the address. */
  account: z.object({
    avatarUrl: z.nullable(z.string()),
    bannerUrl: z.nullable(z.string()),
    emailVisible: z.boolean(),
  }),
  /**
   * Whether mail to the handle reaches an inbox now. The page shows the address and the contact form only if it does.
   */
  acceptsMail: z.boolean(),
  /** The owner's switch; false if there is no address. */
  emailForwarding: z.boolean(),
  forwardingEmail: z.nullable(z.string()),
  /** Verification state of `forwardingEmail`; `none` if there is no address. */
  forwardingStatus: z.enum(['none', 'pending', 'verified']),
  /** Address that receives the mail now; null if mail is not forwarded. */
  deliveringTo: z.nullable(z.string()),
  mail: mailState,
  /** Why administrators suspended the handle, and the decision against which its owner can appeal; only for the owner. */
  suspension: z.optional(z.object({ decisionId: z.int().check(z.positive()), answer: z.string() })),
  socialLinks: z.array(socialLink),
  createdAt: z.iso.datetime(),
  /** End of the paid year; absent if the handle is free of charge. */
  paidUntil: z.optional(z.iso.datetime()),
  /**
   * End of the money-back guarantee of the owner's latest payment, possibly in the past; absent if the owner has no
   * refundable payment.
   */
  refundUntil: z.optional(z.iso.datetime()),
  /** Time until which the owner can keep a handle that was given up; absent for other handles. */
  givenUpUntil: z.optional(z.iso.datetime()),
});
export type Handle = z.infer<typeof handle>;

/** GET /api/handles: the caller's own handles, oldest first, then the handles of teams by the time of joining. */
export const handleList = z.array(handle);

/** Query of GET /api/handles: a page, or only the handle of this name if it belongs to the user. */
export const handlePage = z.extend(page, { handle: z.optional(z.string().check(z.maxLength(200))) });
export type HandlePage = z.infer<typeof handlePage>;

export const getHandles = defineCall('GET /api/handles', { by: 'account', query: handlePage, response: handleList });

export const getHandle = defineCall('GET /api/handles/:id', { right: 'page', response: handle, versioned: true });

export const getPageFile = defineCall('GET /api/handles/:id/page.html', {
  right: 'page',
  produces: 'text/html',
  errors: ['role_without_right', 'unavailable'],
});
