import * as z from 'zod/mini';
import { MEMBER_ROLES } from './roles.ts';

const moment = z.iso.datetime();

/** The part of the account export about teams: one's places in those of others, and who has one in one's own. */
export const exportedTeams = z.object({
  /** Teams that the person is a member of, or invited to. */
  memberships: z.array(
    z.object({
      handle: z.string(),
      email: z.string(),
      role: z.enum(MEMBER_ROLES),
      invitedAt: moment,
      expiresAt: moment,
      joinedAt: z.nullable(moment),
      inbox: z.nullable(z.string()),
      pendingInbox: z.nullable(z.string()),
      wantsMail: z.boolean(),
      pausedAt: z.nullable(moment),
    }),
  ),
  /** Members and invitations of the person's own handles, and invitations to others that the person sent. */
  members: z.array(
    z.object({
      handle: z.string(),
      email: z.string(),
      role: z.enum(MEMBER_ROLES),
      invitedAt: moment,
      joinedAt: z.nullable(moment),
    }),
  ),
  /** Handles that the person offers to somebody, or that are offered to the person. */
  transfers: z.array(z.object({ handle: z.string(), email: z.string(), createdAt: moment, expiresAt: moment })),
});
export type ExportedTeams = z.infer<typeof exportedTeams>;
