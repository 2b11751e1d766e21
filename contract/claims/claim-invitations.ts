import * as z from 'zod/mini';
import { auditQuery } from '../admin/admin.ts';
import { defineCall, done } from '../call.ts';

/** The days after which an invitation ends at the latest. */
export const INVITATION_MAX_DAYS = 366;
/** The number of handles that an invitation can give at most. */
export const INVITATION_MAX_USES = 1000;

/** POST /api/admin/invitations. A handle is held for the person who opens the link, so it is given once. */
export const newClaimInvitation = z
  .strictObject({
    uses: z.int().check(z.minimum(1), z.maximum(INVITATION_MAX_USES)),
    until: z.iso.datetime(),
    handle: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  })
  .check(
    z.refine(({ uses, handle }) => handle === undefined || uses === 1, {
      message: 'An invitation with a handle can be used once.',
      path: ['uses'],
    }),
  );
export type NewClaimInvitation = z.output<typeof newClaimInvitation>;

/** An invitation as administrators see it. */
const adminInvitation = z.object({
  id: z.int().check(z.positive()),
  /** The link; null for an administrator who may not invite, and once the invitation gives no more handles. */
  url: z.nullable(z.string()),
  uses: z.int(),
  used: z.int(),
  until: z.iso.datetime(),
  handle: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
});
export type AdminInvitation = z.output<typeof adminInvitation>;

export const getAdminInvitations = defineCall('GET /api/admin/invitations', {
  by: 'admin',
  query: auditQuery,
  response: z.array(adminInvitation),
});

export const postAdminInvitation = defineCall('POST /api/admin/invitations', {
  by: 'admin',
  recent: 'administer',
  body: newClaimInvitation,
  response: adminInvitation,
  status: 201,
  errors: ['handle_taken', 'handle_reserved', 'handle_invalid', 'paid_plans_off'],
});

export const deleteAdminInvitation = defineCall('DELETE /api/admin/invitations/:id', {
  by: 'admin',
  recent: 'administer',
  response: done,
  errors: ['not_found'],
});
