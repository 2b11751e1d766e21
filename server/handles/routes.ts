import { z } from 'zod';
import { claimLinkRequest, done } from '../../contract/accounts.ts';
import { changeAppearanceRequest, changeHandleRequest } from '../../contract/handle-changes.ts';
import { availability, handle, handleList, handlePage } from '../../contract/handles.ts';
import { calls } from '../../contract/paths.ts';
import { createProfileRequest, createProfileResponse } from '../../contract/profiles.ts';
import type { App } from '../platform/http/app-context.ts';
import { expectedVersions, sendVersioned, tagList } from '../platform/http/etag-versions.ts';
import { idParams, linkNextPage } from '../platform/http/paging.ts';
import { countedNetwork, savingLimit, sendingLimit } from '../platform/http/rate-limits.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf } from '../platform/http/sessions.ts';
import { type ChangeForwarding, changeAppearance, changeHandle } from './change-rules.ts';
import { type ClaimTerms, createProfile, requestFreeClaim } from './claim-rules.ts';
import { holdCookieName } from './holds-rules.ts';
import { assertOffered, offeredAvailability } from './offer-rules.ts';
import { availabilityOf, listHandles, ownHandle } from './rules.ts';

/** Routes of handles. Forwarding and prices belong to other capabilities and are passed in. */
export function handleRoutes(
  app: Server,
  { config, db, clock, sessions, site }: App,
  changeForwarding: ChangeForwarding,
  terms: ClaimTerms,
): void {
  const onRequest = sessions.required;

  app.get(
    '/api/check-handle/:handle',
    { schema: { params: z.object({ handle: z.string() }), response: { 200: availability } } },
    async ({ params: { handle }, cookies }) => {
      const secret = cookies[holdCookieName(config.https)];
      return offeredAvailability(site, handle, await availabilityOf(db, handle, clock(), { secret }));
    },
  );

  app.post(
    '/api/send-magic-link',
    { schema: { body: claimLinkRequest, response: { 200: done } }, config: sendingLimit },
    async (request) => {
      assertOffered(site, request.body.handle);
      const network = countedNetwork(request, config);
      await requestFreeClaim(db, clock, terms, { ...request.body, network }, site.mailDomain);
      return { message: 'Check your email for the link that claims your handle' };
    },
  );

  app.get(
    '/api/handles',
    { onRequest, schema: { querystring: handlePage, response: { 200: handleList } } },
    async (request, reply) => {
      const { handles, more } = await listHandles(db, accountOf(request).id, request.query);
      linkNextPage(reply, site, calls.handles(), request.query.limit, more ? handles.at(-1)?.id : undefined);
      tagList(reply, handles);
      return handles;
    },
  );

  app.get(
    '/api/handles/:id',
    { onRequest, schema: { params: idParams, response: { 200: handle } } },
    async (request, reply) => sendVersioned(reply, await ownHandle(db, accountOf(request).id, request.params.id)),
  );

  app.patch(
    '/api/handles/:id',
    {
      onRequest,
      schema: { params: idParams, body: changeHandleRequest, response: { 200: handle } },
      config: savingLimit,
    },
    async (request, reply) => {
      const { id: accountId } = accountOf(request);
      const owner = { accountId, id: request.params.id, expected: expectedVersions(request) };
      return sendVersioned(reply, await changeHandle(db, owner, request.body, changeForwarding));
    },
  );

  app.patch(
    '/api/handles/:id/appearance',
    { onRequest, schema: { params: idParams, body: changeAppearanceRequest, response: { 200: handle } } },
    async (request, reply) => {
      const { id: accountId } = accountOf(request);
      const owner = { accountId, id: request.params.id, expected: expectedVersions(request) };
      return sendVersioned(reply, await changeAppearance(db, owner, request.body.template));
    },
  );

  app.post(
    '/api/profiles',
    { onRequest, schema: { body: createProfileRequest, response: { 201: createProfileResponse } } },
    async (request, reply) => {
      assertOffered(site, request.body.username);
      reply.status(201);
      const claim = { accountId: accountOf(request).id, network: countedNetwork(request, config) };
      return createProfile(db, terms, claim, request.body, clock());
    },
  );
}
