import * as z from 'zod/mini';
import { emailAddress } from '../addresses.ts';
import { defineCall, done } from '../call.ts';
import { PLANS } from '../payments/plans.ts';
import { MEMBER_ROLES, ROLES } from '../roles.ts';

/** Maximum number of members of one handle, including invitations. */
export const MAX_MEMBERS = 25;

/** Days during which an invitation or the offer of a handle can be accepted. */
export const INVITATION_DAYS = 14;

/** Days for which the activity of a handle is kept. */
export const ACTIVITY_DAYS = 90;

export const moment = z.iso.datetime();

/** GET /api/handles/{id}/team, for every role */
export const team = z.object({
  handle: z.string(),
  plan: z.enum(PLANS),
  /** Whether the plan includes teams and is paid for. If false, members keep their places but have no access. */
  entitled: z.boolean(),
  /** The smallest plan that has teams. */
  availableFrom: z.enum(PLANS),
  /** End of the paid year; null if the plan does not end. */
  paidUntil: z.nullable(moment),
  /** The role of the caller. */
  role: z.enum(ROLES),
  /** Whether the owner has granted the caller access to the handle's mail; true for the owner. */
  receivesMail: z.boolean(),
  /** The caller's id in the list of members; null for the owner. */
  memberId: z.nullable(z.int()),
  owner: z.object({ email: z.string() }),
  /** The account to which the handle is offered; null without an offer, and for members. */
  transfer: z.nullable(z.object({ email: z.string(), createdAt: moment, expiresAt: moment })),
});
export type Team = z.infer<typeof team>;

/** One item of GET /api/handles/{id}/members: a member or an invited person. */
export const member = z.object({
  id: z.int().check(z.positive()),
  email: z.string(),
  role: z.enum(MEMBER_ROLES),
  status: z.enum(['invited', 'expired', 'member']),
  invitedAt: moment,
  /** Expiry of the invitation, possibly in the past; null for a member. */
  expiresAt: z.nullable(moment),
  joinedAt: z.nullable(moment),
  /** Whether the owner has granted this member access to the handle's mail. */
  mail: z.boolean(),
  /** Whether mail to the handle goes to an inbox of this member. Only the member sees the address. */
  receivesMail: z.boolean(),
  /**
   * The inboxes of the handle, verified or not, that this member has set. They are removed when the member leaves, is
   * removed, or loses access to the mail. Empty for a caller who may not see the inboxes of the handle.
   */
  inboxesSet: z.array(z.string()),
});
export type Member = z.infer<typeof member>;

export const members = z.array(member);

/** POST /api/handles/{id}/members returns 201 and the member. */
export const newMember = z.strictObject({ email: emailAddress, role: z.enum(MEMBER_ROLES) });
export type NewMember = z.infer<typeof newMember>;

/**
 * PATCH /api/handles/{id}/members/{memberId}. Only the owner may send `mail` and `keepInboxes`, which keeps the inboxes
 * set by the member.
 */
export const memberChange = z
  .strictObject({
    role: z.optional(z.enum(MEMBER_ROLES)),
    mail: z.optional(z.boolean()),
    keepInboxes: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ role, mail }) => role !== undefined || mail !== undefined, 'Please send `role`, `mail`, or both.'),
  );
export type MemberChange = z.infer<typeof memberChange>;

/** DELETE /api/handles/{id}/members/{memberId}: only the owner may keep the inboxes set by the member. */
const memberRemoval = z.strictObject({ keepInboxes: z._default(z.stringbool(), false) });
export type MemberRemoval = z.infer<typeof memberRemoval>;

/** GET /api/invitations: the signed-in person's open invitations and offers. */
export const invitations = z.object({
  invitations: z.array(
    z.object({
      id: z.int().check(z.positive()),
      handle: z.string(),
      role: z.enum(MEMBER_ROLES),
      invitedBy: z.string(),
      expiresAt: moment,
    }),
  ),
  transfers: z.array(
    z.object({
      id: z.int().check(z.positive()),
      handle: z.string(),
      plan: z.enum(PLANS),
      offeredBy: z.string(),
      /** End of the paid year, which comes with the handle; null if it is free of charge. */
      paidUntil: z.nullable(moment),
      expiresAt: moment,
    }),
  ),
});
export type Invitations = z.infer<typeof invitations>;

/** POST /api/invitations/{id}/accept, POST /api/transfers/{id}/accept */
export const accepted = z.object({ handleId: z.int().check(z.positive()), handle: z.string() });

/** The actions that the activity log records. */
export const ACTIONS = [
  'profile.changed',
  'look.changed',
  'links.changed',
  'picture.changed',
  'inbox.changed',
  'inbox.verified',
  'forwarding.switched',
  'mail-policy.changed',
  'reply-mode.changed',
  'auto-reply.changed',
  'app-password.created',
  'app-password.revoked',
  'sending.resumed',
  'contact.changed',
  'subscriber.removed',
  'subscribers.exported',
  'member.invited',
  'member.joined',
  'member.role-changed',
  'member.mail-granted',
  'member.mail-withdrawn',
  'member.inbox-changed',
  'member.inboxes-ended',
  'member.removed',
  'member.left',
  'invitation.withdrawn',
  'transfer.offered',
  'transfer.withdrawn',
  'transfer.accepted',
  'handle.given-up',
  'handle.kept',
] as const;
export type Action = (typeof ACTIONS)[number];

/** One item of GET /api/handles/{id}/activity, newest first; `after` is the id of the last item received. */
export const activity = z.object({
  id: z.int().check(z.positive()),
  at: moment,
  /** Address of the account that carried out the action; null if the account has been deleted. */
  by: z.nullable(z.string()),
  action: z.enum(ACTIONS),
  /** Names of changed fields, or the address of the member concerned. */
  details: z.array(z.string()),
});
export type Activity = z.infer<typeof activity>;

export const activities = z.array(activity);

const activityPage = z.strictObject({
  limit: z._default(z.pipe(z.coerce.number(), z.int().check(z.minimum(1), z.maximum(100))), 50),
  after: z.optional(z.pipe(z.coerce.number(), z.int().check(z.positive()))),
});

export const getTeam = defineCall('GET /api/handles/:id/team', { right: 'page', response: team });

export const getMembers = defineCall('GET /api/handles/:id/members', { right: 'page', response: members });

export const postMember = defineCall('POST /api/handles/:id/members', {
  right: 'manage',
  recent: 'invite-member',
  body: newMember,
  response: member,
  status: 201,
  errors: ['plan_without_teams', 'own_domain', 'member_known', 'member_limit', 'too_many_requests', 'too_many_emails'],
});

export const patchMember = defineCall('PATCH /api/handles/:id/members/:memberId', {
  right: 'manage',
  recent: 'change-member',
  body: memberChange,
  response: member,
});

export const postInvitation = defineCall('POST /api/handles/:id/members/:memberId/resend', {
  right: 'manage',
  response: member,
  errors: ['plan_without_teams', 'invitation_not_expired', 'member_limit', 'too_many_requests', 'too_many_emails'],
});

export const deleteMember = defineCall('DELETE /api/handles/:id/members/:memberId', {
  right: 'manage',
  query: memberRemoval,
  response: done,
});

export const getInvitations = defineCall('GET /api/invitations', { by: 'account', response: invitations });

export const postInvitationAccept = defineCall('POST /api/invitations/:id/accept', {
  by: 'account',
  response: accepted,
  errors: ['not_found', 'invitation_expired', 'plan_without_teams'],
});

export const deleteInvitation = defineCall('DELETE /api/invitations/:id', {
  by: 'account',
  response: done,
  errors: ['not_found'],
});

export const getActivity = defineCall('GET /api/handles/:id/activity', {
  right: 'manage',
  query: activityPage,
  response: activities,
});
