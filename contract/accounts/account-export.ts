import * as z from 'zod/mini';
import { blocks } from '../blocks/blocks.ts';
import { defineCall } from '../call.ts';
import { delivery } from '../forwarding/delivery-log.ts';
import { HANDLE_STATES } from '../handles/handles.ts';
import { exportedSubscriber, exportedSubscription } from '../page-forms/subscribers.ts';
import { exportedDecision, exportedReport } from '../page-reports/cases.ts';
import { PLANS } from '../payments/plans.ts';
import { HANDLE_PICTURE_KINDS, UPLOAD_KINDS } from '../pictures.ts';
import { profileFields } from '../profiles/profile-fields.ts';
import { exportedSending } from '../sending/exported-sending.ts';
import { exportedSupportRequest } from '../support/exported-support.ts';
import { exportedActivity, exportedMembership, exportedOffer, exportedTeam } from '../teams/exported-teams.ts';
import { EMAIL_CHANGE_LINKS, EMAIL_CHANGE_STATES } from './email-change.ts';
import { PASSKEY_PURPOSES } from './passkeys.ts';
import { SIGN_IN_METHODS } from './sessions.ts';

const moment = z.iso.datetime();
const nullableMoment = z.nullable(moment);

/** A picture of the account. `data` is the picture as a data: URL; null if the server does not store the picture. */
const exportedPicture = z.object({ address: z.string(), data: z.nullable(z.string()) });

const count = z.int().check(z.nonnegative());
const exportedDay = z.object({
  date: z.iso.date(),
  views: count,
  visitors: count,
  clicks: count,
  received: count,
  sent: count,
});

const exportedHandle = z.object({
  handle: z.string(),
  address: z.string(),
  plan: z.enum(PLANS),
  status: z.enum(HANDLE_STATES),
  ...profileFields,
  createdAt: moment,
  paidUntil: nullableMoment,
  /** The time until which mail waits at its senders if the handle has no inbox. */
  mailDeferredUntil: nullableMoment,
  givenUpAt: nullableMoment,
  pageChangedAt: moment,
  /** Address of the social image; null if none has been drawn. */
  sharingImage: z.nullable(z.string()),
  socialLinks: z.array(
    z.object({ platform: z.string(), username: z.string(), url: z.string(), isActive: z.boolean() }),
  ),
  /** The whole page in order, including the links above. */
  blocks,
  /** Pictures that were uploaded for the page, with their public addresses. */
  pictures: z.array(
    z.object({
      address: z.string(),
      kind: z.enum(HANDLE_PICTURE_KINDS),
      createdAt: moment,
      unusedSince: nullableMoment,
    }),
  ),
  forwarding: z.nullable(
    z.object({
      inbox: z.nullable(z.string()),
      pendingInbox: z.nullable(z.string()),
      isActive: z.boolean(),
      createdAt: moment,
      /** The response to senders while forwarding is off. */
      whenOff: z.enum(['refuse', 'drop']),
      keepSubjects: z.boolean(),
      secondInbox: z.nullable(z.string()),
      pendingSecondInbox: z.nullable(z.string()),
      pausedAt: nullableMoment,
      pauseReason: z.nullable(z.string()),
      /** Senders that are rejected. */
      blocked: z.array(z.string()),
      /** Mailing lists whose mail is accepted even if it fails DMARC. */
      allowedLists: z.array(z.string()),
      /** Time at which mail last exceeded the hourly limit. */
      limitReachedAt: nullableMoment,
    }),
  ),
  sending: exportedSending,
  /** The counts of each day (UTC). */
  analytics: z.array(exportedDay),
  team: exportedTeam,
  /** The email list of the page, including requests that have not been confirmed yet. */
  subscribers: z.array(exportedSubscriber),
  /** Administrators' decisions about reports on the page. */
  decisions: z.array(exportedDecision),
});

/** GET /api/account/export: all data stored about a person, as one file without secrets or hashes of secrets. */
export const accountExport = z.object({
  exportedAt: moment,
  host: z.string(),
  account: z.object({
    id: z.int().check(z.positive()),
    email: z.string(),
    emailVerifiedAt: nullableMoment,
    emailVisible: z.boolean(),
    isAdmin: z.boolean(),
    /** The role of an administrator who is not an owner. */
    adminRole: z.nullable(z.string()),
    /** Time of the last email to the owner about the hourly limit. */
    limitNoticeAt: nullableMoment,
    /** Time of the last sign-in. */
    lastSignInAt: nullableMoment,
    createdAt: moment,
  }),
  picture: z.nullable(exportedPicture),
  banner: z.nullable(exportedPicture),
  handles: z.array(exportedHandle),
  memberships: z.array(exportedMembership),
  /** Handles that other accounts offer to this one. */
  offeredHandles: z.array(exportedOffer),
  /** Email lists of pages that have the address of the account, confirmed or not. */
  subscriptions: z.array(exportedSubscription),
  /** Reports about pages that were sent with the address of the account. */
  pageReports: z.array(exportedReport),
  activity: z.array(exportedActivity),
  /** Changes of the sign-in address, including those that were stopped or undone. */
  emailChanges: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      state: z.enum(EMAIL_CHANGE_STATES),
      byPasskey: z.boolean(),
      requestedAt: moment,
      expiresAt: moment,
      oldConfirmedAt: nullableMoment,
      newConfirmedAt: nullableMoment,
      changedAt: nullableMoment,
      undoUntil: nullableMoment,
    }),
  ),
  sessions: z.array(
    z.object({
      createdAt: moment,
      expiresAt: moment,
      lastUsedAt: moment,
      /** Time of the last sign-in or confirmation, and of the last one with a passkey. */
      confirmedAt: moment,
      passkeyAt: nullableMoment,
      /** Time at which the passkey of that confirmation was added. */
      passkeyAddedAt: nullableMoment,
      method: z.enum(SIGN_IN_METHODS),
      device: z.nullable(z.string()),
      network: z.nullable(z.string()),
    }),
  ),
  passkeys: z.array(
    z.object({
      name: z.string(),
      isSynced: z.boolean(),
      transports: z.array(z.string()),
      createdAt: moment,
      lastUsedAt: nullableMoment,
    }),
  ),
  /** Open requests to sign in with a passkey or to add one. */
  passkeyRequests: z.array(z.object({ purpose: z.enum(PASSKEY_PURPOSES), createdAt: moment, expiresAt: moment })),
  /** Sign-in codes that were requested for the address. */
  signInCodes: z.array(z.object({ createdAt: moment, expiresAt: moment, attempts: z.int(), usedAt: nullableMoment })),
  /** Uploads that have not been published yet, including uploads whose file has not arrived. */
  uploads: z.array(
    z.object({ kind: z.enum(UPLOAD_KINDS), createdAt: moment, expiresAt: moment, receivedAt: nullableMoment }),
  ),
  /** Times of the emails that the server sent to the inbox of the account. */
  emailsSent: z.array(moment),
  /** The links in these emails that are still stored. */
  mailedLinks: z.array(
    z.object({
      purpose: z.enum([
        'sign-in',
        'claim',
        'verify-forwarding',
        'verify-member-inbox',
        'delete-account',
        'join-team',
        ...EMAIL_CHANGE_LINKS,
      ]),
      handle: z.nullable(z.string()),
      createdAt: moment,
      expiresAt: moment,
      usedAt: nullableMoment,
    }),
  ),
  /** Claims that wait for the decision of an administrator. */
  waitingClaims: z.array(z.object({ handle: z.string(), createdAt: moment })),
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
      paidUntil: nullableMoment,
      refundedAt: nullableMoment,
    }),
  ),
  /** The person's requests to support. */
  supportRequests: z.array(exportedSupportRequest),
  /** The delivery log: every email to the handles, for up to 90 days. */
  deliveryLog: z.array(delivery),
  /** Queued mail to and from the handles: the envelope without the content. */
  queuedMail: z.array(
    z.object({
      recipient: z.string(),
      sender: z.string(),
      destination: z.string(),
      bytes: z.int(),
      receivedAt: moment,
      attempts: z.int(),
      nextTryAt: moment,
      lastReply: z.nullable(z.string()),
      traffic: z.string(),
    }),
  ),
});
export type AccountExport = z.infer<typeof accountExport>;

export const getAccountExport = defineCall('GET /api/account/export', {
  by: 'account',
  recent: 'export',
  response: accountExport,
});
