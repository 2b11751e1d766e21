import { type OwnedResources, owned, type RouteAccess } from './required-access.ts';

const handle = ({ handleId }: OwnedResources) => ({ id: handleId });
const contact = ({ handleId, contactId }: OwnedResources) => ({ id: handleId, contactId });

/** The calls about the sending of a handle, with their required access. */
export const SENDING_ACCESS: Record<string, RouteAccess> = {
  'GET /api/handles/:id/sending': owned('manage', handle),
  'GET /api/handles/:id/suppressions': owned('mail', handle),
  'GET /api/handles/:id/app-passwords': owned('manage', handle),
  'POST /api/handles/:id/app-passwords': owned('manage', handle, {
    recent: true,
    body: () => ({ name: 'Made by somebody' }),
    isPaid: true,
  }),
  'GET /api/handles/:id/auto-reply': owned('mail', handle),
  'PUT /api/handles/:id/auto-reply': owned('mail', handle, {
    body: () => ({
      enabled: false,
      subject: 'Away',
      text: 'Back soon',
      from: null,
      until: null,
      every: 7,
      audience: 'contacts',
    }),
  }),
  'POST /api/handles/:id/auto-reply/preview': owned('mail', handle, {
    body: () => ({ subject: 'Away', text: 'Hi {name}' }),
  }),
  'POST /api/handles/:id/auto-reply/test': owned('mail', handle, { isPaid: true }),
  'POST /api/handles/:id/sending/test': owned('mail', handle, { isPaid: true }),
  'POST /api/handles/:id/sending/resume': owned('manage', handle),
  'DELETE /api/handles/:id/suppressions': owned('mail', handle, {
    body: ({ suppressed }) => ({ address: suppressed }),
  }),
  'DELETE /api/handles/:id/app-passwords/:passwordId': owned('manage', ({ handleId, appPasswordId }) => ({
    id: handleId,
    passwordId: appPasswordId,
  })),
  'GET /api/handles/:id/reply-mode': owned('mail', handle),
  'PUT /api/handles/:id/reply-mode': owned('mail', handle, {
    recent: true,
    body: () => ({ mode: 'pass-through', allowInboxInText: true }),
  }),
  'GET /api/handles/:id/contacts': owned('mail', handle),
  'POST /api/handles/:id/contacts': owned('mail', handle, {
    body: () => ({ address: 'somebody@else.example' }),
    isPaid: true,
  }),
  'PATCH /api/handles/:id/contacts/:contactId': owned('mail', contact, { body: () => ({ blocked: true }) }),
  'DELETE /api/handles/:id/contacts/:contactId': owned('mail', contact),
  'DELETE /api/handles/:id/contacts': owned('mail', handle),
};
