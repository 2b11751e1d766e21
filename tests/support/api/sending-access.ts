import type { OwnedResources, RouteAccess } from './required-access.ts';

const handle = { at: ({ handleId }: OwnedResources) => ({ id: handleId }) };
const contact = { at: ({ handleId, contactId }: OwnedResources) => ({ id: handleId, contactId }) };

/** The calls about what a handle sends, with their required access. */
export const SENDING_ACCESS: Record<string, RouteAccess> = {
  'GET /api/handles/:id/sending': { who: 'owner', right: 'manage', ...handle },
  'GET /api/handles/:id/suppressions': { who: 'owner', right: 'mail', ...handle },
  'GET /api/handles/:id/app-passwords': { who: 'owner', right: 'manage', ...handle },
  'POST /api/handles/:id/app-passwords': {
    who: 'owner',
    right: 'manage',
    recent: true,
    ...handle,
    body: () => ({ name: 'Made by somebody' }),
    isPaid: true,
  },
  'GET /api/handles/:id/auto-reply': { who: 'owner', right: 'mail', ...handle },
  'PUT /api/handles/:id/auto-reply': {
    who: 'owner',
    right: 'mail',
    ...handle,
    body: () => ({
      enabled: false,
      subject: 'Away',
      text: 'Back soon',
      from: null,
      until: null,
      every: 7,
      audience: 'contacts',
    }),
  },
  'POST /api/handles/:id/auto-reply/preview': {
    who: 'owner',
    right: 'mail',
    ...handle,
    body: () => ({ subject: 'Away', text: 'Hi {name}' }),
  },
  'POST /api/handles/:id/auto-reply/test': { who: 'owner', right: 'mail', ...handle, isPaid: true },
  'POST /api/handles/:id/sending/test': { who: 'owner', right: 'mail', ...handle, isPaid: true },
  'POST /api/handles/:id/sending/resume': { who: 'owner', right: 'manage', ...handle },
  'DELETE /api/handles/:id/suppressions': {
    who: 'owner',
    right: 'mail',
    ...handle,
    body: ({ suppressed }) => ({ address: suppressed }),
  },
  'DELETE /api/handles/:id/app-passwords/:passwordId': {
    who: 'owner',
    right: 'manage',
    at: ({ handleId, appPasswordId }) => ({ id: handleId, passwordId: appPasswordId }),
  },
  'GET /api/handles/:id/reply-mode': { who: 'owner', right: 'mail', ...handle },
  'PUT /api/handles/:id/reply-mode': {
    who: 'owner',
    right: 'mail',
    recent: true,
    ...handle,
    body: () => ({ mode: 'pass-through', allowInboxInText: true }),
  },
  'GET /api/handles/:id/contacts': { who: 'owner', right: 'mail', ...handle },
  'POST /api/handles/:id/contacts': {
    who: 'owner',
    right: 'mail',
    ...handle,
    body: () => ({ address: 'somebody@else.example' }),
    isPaid: true,
  },
  'PATCH /api/handles/:id/contacts/:contactId': {
    who: 'owner',
    right: 'mail',
    ...contact,
    body: () => ({ blocked: true }),
  },
  'DELETE /api/handles/:id/contacts/:contactId': { who: 'owner', right: 'mail', ...contact },
  'DELETE /api/handles/:id/contacts': { who: 'owner', right: 'mail', ...handle },
};
