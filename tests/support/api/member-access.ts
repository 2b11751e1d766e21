import type { OwnedResources, RouteAccess } from './required-access.ts';

const handle = { at: ({ handleId }: OwnedResources) => ({ id: handleId }) };
const member = { at: ({ handleId, memberId }: OwnedResources) => ({ id: handleId, memberId }) };
const invited = { at: ({ handleId, invitedId }: OwnedResources) => ({ id: handleId, memberId: invitedId }) };
const invitation = { at: ({ invitationId }: OwnedResources) => ({ id: invitationId }) };
const offer = { at: ({ offerId }: OwnedResources) => ({ id: offerId }) };

/** The calls about members, invitations and transfers, with their required access. */
export const MEMBER_ACCESS: Record<string, RouteAccess> = {
  'GET /api/handles/:id/team': { who: 'owner', right: 'page', ...handle },
  'GET /api/handles/:id/members': { who: 'owner', right: 'page', ...handle },
  'POST /api/handles/:id/members': {
    who: 'owner',
    right: 'manage',
    recent: true,
    ...handle,
    body: () => ({ email: 'somebody.new@inbox.example', role: 'editor' }),
    isPaid: true,
  },
  'POST /api/handles/:id/members/:memberId/resend': { who: 'owner', right: 'manage', ...invited, isPaid: true },
  'PATCH /api/handles/:id/members/:memberId': {
    who: 'owner',
    right: 'manage',
    recent: true,
    ...member,
    body: () => ({ role: 'manager' }),
    own: () => ({ mail: true }),
  },
  'GET /api/handles/:id/member-inbox': { who: 'owner', right: 'copy', ...handle, isMembersOnly: true },
  'PUT /api/handles/:id/member-inbox': {
    who: 'owner',
    right: 'copy',
    recent: 'email',
    ...handle,
    body: () => ({ email: null, wanted: false }),
    isMembersOnly: true,
  },
  'POST /api/handles/:id/member-inbox/resend-verification': {
    who: 'owner',
    right: 'copy',
    ...handle,
    isMembersOnly: true,
    needsProof: true,
  },
  'GET /api/invitations': { who: 'signed in' },
  'POST /api/invitations/:id/accept': { who: 'owner', right: 'account', ...invitation, isPaid: true },
  'DELETE /api/invitations/:id': { who: 'owner', right: 'account', ...invitation },
  'POST /api/handles/:id/transfer': {
    who: 'owner',
    right: 'own',
    recent: true,
    ...handle,
    body: () => ({ email: 'somebody.else@inbox.example' }),
  },
  'DELETE /api/handles/:id/transfer': { who: 'owner', right: 'own', ...handle },
  'GET /api/handles/:id/give-up': { who: 'owner', right: 'own', ...handle },
  'POST /api/handles/:id/give-up': { who: 'owner', right: 'own', recent: true, ...handle },
  'POST /api/handles/:id/keep': { who: 'owner', right: 'own', ...handle },
  'POST /api/transfers/:id/accept': { who: 'owner', right: 'account', recent: true, ...offer, needsProof: true },
  'DELETE /api/transfers/:id': { who: 'owner', right: 'account', ...offer },
  'DELETE /api/handles/:id/members/:memberId': { who: 'owner', right: 'manage', ...member },
};
