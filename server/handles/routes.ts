import { z } from 'zod';
import { claimLinkRequest, done } from '../../contract/accounts.ts';
import { changeAppearanceRequest, changeHandleRequest } from '../../contract/handle-changes.ts';
import { availability, handle, handleList, handlePage } from '../../contract/handles.ts';
import { calls } from '../../contract/paths.ts';
import { createProfileAnswer, createProfileRequest } from '../../contract/profiles.ts';
import type { App } from '../plumbing/app-context.ts';
import { savingLimit, sendingLimit } from '../plumbing/limits.ts';
import { idParams, nextPage } from '../plumbing/paging.ts';
import type { Server } from '../plumbing/server.ts';
import { accountOf } from '../plumbing/sessions.ts';
import { type ChangeForwarding, changeAppearance, changeHandle } from './change-rules.ts';
import { HOLD_COOKIE } from './holds-rules.ts';
import { assertOffered, offeredAvailability } from './offer-rules.ts';
import { askToClaim, availabilityOf, createProfile, listHandles } from './rules.ts';

/** Calls about handles. Where their mail goes is another room's business: it is handed in. */
export function handleRoutes(
  app: Server,
  { db, clock, sessions, site }: App,
  changeForwarding: ChangeForwarding,
): void {
  const onRequest = sessions.required;

  app.get(
    '/api/check-handle/:handle',
    { schema: { params: z.object({ handle: z.string() }), response: { 200: availability } } },
    async ({ params: { handle }, cookies }) =>
      offeredAvailability(site, handle, await availabilityOf(db, handle, clock(), cookies[HOLD_COOKIE])),
  );

  app.post(
    '/api/send-magic-link',
    { schema: { body: claimLinkRequest, response: { 200: done } }, config: sendingLimit },
    async (request) => {
      assertOffered(site, request.body.handle);
      await askToClaim(db, clock, request.body, site.mailDomain);
      return { message: 'Check your email for the link that claims your handle' };
    },
  );

  app.get(
    '/api/handles',
    { onRequest, schema: { querystring: handlePage, response: { 200: handleList } } },
    async (request, reply) => {
      const { handles, more } = await listHandles(db, accountOf(request).id, request.query);
      nextPage(reply, site, calls.handles(), request.query.limit, more ? handles.at(-1)?.id : undefined);
      return handles;
    },
  );

  app.patch(
    '/api/handles/:id',
    {
      onRequest,
      schema: { params: idParams, body: changeHandleRequest, response: { 200: handle } },
      config: savingLimit,
    },
    async (request) => {
      const owner = { accountId: accountOf(request).id, id: request.params.id };
      return changeHandle(db, owner, request.body, changeForwarding);
    },
  );

  app.patch(
    '/api/handles/:id/appearance',
    { onRequest, schema: { params: idParams, body: changeAppearanceRequest, response: { 200: handle } } },
    async (request) => {
      const owner = { accountId: accountOf(request).id, id: request.params.id };
      return changeAppearance(db, owner, request.body.template);
    },
  );

  app.post(
    '/api/profiles',
    { onRequest, schema: { body: createProfileRequest, response: { 201: createProfileAnswer } } },
    async (request, reply) => {
      assertOffered(site, request.body.username);
      reply.status(201);
      return createProfile(db, accountOf(request).id, request.body, clock());
    },
  );
}
