import * as z from 'zod/mini';
import { MEMBER_ROLES } from '../roles.ts';
import { ACTIONS } from './teams.ts';

const moment = z.iso.datetime();
const place = {
  email: z.string(),
  role: z.enum(MEMBER_ROLES),
  /** Whether the owner has granted access to the mail of the handle. */
  mail: z.boolean(),
  invitedAt: moment,
  expiresAt: moment,
  joinedAt: z.nullable(moment),
};

/** The team of one handle in the account export. The members' inboxes are in the exports of their own accounts. */
export const exportedTeam = z.object({
  members: z.array(z.object(place)),
  /** The offer of the handle to another account. */
  transfer: z.nullable(z.object({ email: z.string(), createdAt: moment, expiresAt: moment })),
});

/** A place in another account's team, or an invitation. */
export const exportedMembership = z.object({
  handle: z.string(),
  ...place,
  inbox: z.nullable(z.string()),
  pendingInbox: z.nullable(z.string()),
  wantsMail: z.boolean(),
  pausedAt: z.nullable(moment),
});

/** The offer of another account's handle. */
export const exportedOffer = z.object({ handle: z.string(), createdAt: moment, expiresAt: moment });

/** Actions on the account's handles, and the account's actions on other handles. `by` is null for a deleted account. */
export const exportedActivity = z.object({
  handle: z.string(),
  at: moment,
  by: z.nullable(z.string()),
  action: z.enum(ACTIONS),
  details: z.array(z.string()),
});
