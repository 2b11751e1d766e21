import * as z from 'zod/mini';
import { delivery } from './delivery-log.ts';
import { HANDLE_STATES } from './handles.ts';
import { PICTURE_KINDS } from './pictures.ts';
import { PLANS } from './plans.ts';
import { profileFields } from './profile-fields.ts';

const moment = z.iso.datetime();
const perhaps = z.nullable(moment);

/** A picture of the account: its address and, where we hold it, the picture itself as a data: address. */
const exportedPicture = z.object({ address: z.string(), data: z.nullable(z.string()) });

const exportedHandle = z.object({
  handle: z.string(),
  address: z.string(),
  plan: z.enum(PLANS),
  status: z.enum(HANDLE_STATES),
  ...profileFields,
  createdAt: moment,
  paidUntil: perhaps,
  profileChangedAt: moment,
  /** Where the image drawn of the profile can be had; null where none has been drawn. */
  sharingImage: z.nullable(z.string()),
  socialLinks: z.array(
    z.object({ platform: z.string(), username: z.string(), url: z.string(), isActive: z.boolean() }),
  ),
  forwarding: z.nullable(
    z.object({
      verifiedAddress: z.nullable(z.string()),
      pendingAddress: z.nullable(z.string()),
      isActive: z.boolean(),
      createdAt: moment,
      /** What senders get while it is switched off. */
      whenOff: z.enum(['refuse', 'drop']),
      keepSubjects: z.boolean(),
      secondInbox: z.nullable(z.string()),
      pendingSecondInbox: z.nullable(z.string()),
      pausedAt: perhaps,
      pauseReason: z.nullable(z.string()),
      /** Senders that are turned away. */
      blocked: z.array(z.string()),
      /** Mailing lists whose mail is taken although it fails DMARC. */
      allowedLists: z.array(z.string()),
      /** When more mail came than is forwarded in an hour, as last noted. */
      limitReachedAt: perhaps,
    }),
  ),
});

/** GET /api/account/export: everything held on a person, as one file. No secret and no fingerprint of one. */
export const accountExport = z.object({
  exportedAt: moment,
  host: z.string(),
  account: z.object({
    id: z.int().check(z.positive()),
    email: z.string(),
    emailVerifiedAt: perhaps,
    emailVisible: z.boolean(),
    isAdmin: z.boolean(),
    /** When we last wrote that more mail came than is forwarded in an hour. */
    limitToldAt: perhaps,
    createdAt: moment,
  }),
  avatar: z.nullable(exportedPicture),
  banner: z.nullable(exportedPicture),
  handles: z.array(exportedHandle),
  sessions: z.array(z.object({ createdAt: moment, expiresAt: moment })),
  /** Pictures sent, or about to be sent, and not taken over yet. */
  uploads: z.array(
    z.object({ kind: z.enum(PICTURE_KINDS), createdAt: moment, expiresAt: moment, receivedAt: perhaps }),
  ),
  /** When we wrote to the inbox of the account. */
  lettersSent: z.array(moment),
  /** Links in those letters that we still remember. */
  mailedLinks: z.array(
    z.object({
      purpose: z.enum(['sign-in', 'claim', 'verify-forwarding', 'delete-account']),
      handle: z.nullable(z.string()),
      createdAt: moment,
      expiresAt: moment,
      usedAt: perhaps,
    }),
  ),
  payments: z.array(
    z.object({
      orderId: z.nullable(z.string()),
      captureId: z.nullable(z.string()),
      refundId: z.nullable(z.string()),
      status: z.string(),
      plan: z.enum(PLANS),
      handle: z.nullable(z.string()),
      priceCents: z.int(),
      payerEmail: z.nullable(z.string()),
      createdAt: moment,
      paidUntil: perhaps,
      refundedAt: perhaps,
    }),
  ),
  /** What the delivery recorder holds: the way of each mail to the handles within the last 90 days. */
  mailFlights: z.array(delivery),
  /** Mail to the handles that waits for its inbox: the envelope, not what it says. */
  queuedMail: z.array(
    z.object({
      recipient: z.string(),
      sender: z.string(),
      destination: z.string(),
      bytes: z.int(),
      receivedAt: moment,
      attempts: z.int(),
      nextTryAt: moment,
      lastWords: z.nullable(z.string()),
    }),
  ),
});
export type AccountExport = z.infer<typeof accountExport>;
