import { type OwnedResources, owned, type RouteAccess } from './required-access.ts';

const handle = ({ handleId }: OwnedResources) => ({ id: handleId });
const member = ({ handleId, memberId }: OwnedResources) => ({ id: handleId, memberId });
const invited = ({ handleId, invitedId }: OwnedResources) => ({ id: handleId, memberId: invitedId });
const invitation = ({ invitationId }: OwnedResources) => ({ id: invitationId });
const offer = ({ offerId }: OwnedResources) => ({ id: offerId });

/** The calls about members, invitations and transfers, with their required access. */
export const MEMBER_ACCESS: Record<string, RouteAccess> = {
  'GET /api/handles/:id/team': owned('page', handle),
  'GET /api/handles/:id/members': owned('page', handle),
  'POST /api/handles/:id/members': owned('manage', handle, {
    recent: true,
    body: () => ({ email: 'somebody.new@inbox.example', role: 'editor' }),
    isPaid: true,
  }),
  'POST /api/handles/:id/members/:memberId/resend': owned('manage', invited, { isPaid: true }),
  'PATCH /api/handles/:id/members/:memberId': owned('manage', member, {
    recent: true,
    body: () => ({ role: 'manager' }),
    own: () => ({ mail: true }),
  }),
  'GET /api/handles/:id/member-inbox': owned('copy', handle, { isMembersOnly: true }),
  'PUT /api/handles/:id/member-inbox': owned('copy', handle, {
    recent: 'email',
    body: () => ({ email: null, wanted: false }),
    isMembersOnly: true,
  }),
  'POST /api/handles/:id/member-inbox/resend-verification': owned('copy', handle, {
    isMembersOnly: true,
    needsProof: true,
  }),
  'GET /api/invitations': { who: 'signed in' },
  'POST /api/invitations/:id/accept': owned('account', invitation, { isPaid: true }),
  'DELETE /api/invitations/:id': owned('account', invitation),
  'POST /api/handles/:id/transfer': owned('own', handle, {
    recent: true,
    body: () => ({ email: 'somebody.else@inbox.example' }),
  }),
  'DELETE /api/handles/:id/transfer': owned('own', handle),
  'GET /api/handles/:id/give-up': owned('own', handle),
  'POST /api/handles/:id/give-up': owned('own', handle, { recent: true }),
  'POST /api/handles/:id/keep': owned('own', handle),
  'POST /api/transfers/:id/accept': owned('account', offer, { recent: true, needsProof: true }),
  'DELETE /api/transfers/:id': owned('account', offer),
  'DELETE /api/handles/:id/members/:memberId': owned('manage', member),
};
