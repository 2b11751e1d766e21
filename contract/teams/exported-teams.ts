import * as z from 'zod/mini';
import { MEMBER_ROLES } from '../roles.ts';
import { ACTIONS } from './teams.ts';

const moment = z.iso.datetime();
const place = {
  email: z.string(),
  role: z.enum(MEMBER_ROLES),
  /** Whether the owner has granted the mail of the handle. */
  mail: z.boolean(),
  invitedAt: moment,
  expiresAt: moment,
  joinedAt: z.nullable(moment),
};

/** The team of one handle in the account export. The inboxes of members are in the exports of their accounts. */
export const exportedTeam = z.object({
  members: z.array(z.object(place)),
  /** The offer of the handle to another account. */
  transfer: z.nullable(z.object({ email: z.string(), createdAt: moment, expiresAt: moment })),
});

/** A place in the team of somebody else, or an invitation. */
export const exportedMembership = z.object({
  handle: z.string(),
  ...place,
  inbox: z.nullable(z.string()),
  pendingInbox: z.nullable(z.string()),
  wantsMail: z.boolean(),
  pausedAt: z.nullable(moment),
});

/** The offer of somebody else's handle. */
export const exportedOffer = z.object({ handle: z.string(), createdAt: moment, expiresAt: moment });

/** What was done at the handles of the account, and what the account did at others. `by` is null for a deleted account. */
export const exportedActivity = z.object({
  handle: z.string(),
  at: moment,
  by: z.nullable(z.string()),
  action: z.enum(ACTIONS),
  details: z.array(z.string()),
});
