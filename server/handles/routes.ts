import { z } from 'zod';
import { claimLinkRequest, done } from '../../contract/accounts/accounts.ts';
import { availability } from '../../contract/handles/availability.ts';
import { changeAppearanceRequest, changeHandleRequest } from '../../contract/handles/handle-changes.ts';
import { handle, handleList, handlePage } from '../../contract/handles/handles.ts';
import { calls } from '../../contract/paths.ts';
import { createProfileRequest, createProfileResponse } from '../../contract/profiles/profiles.ts';
import { strangerOrigin } from '../emails/shared/email-rate-limit.ts';
import type { App } from '../platform/http/app-context.ts';
import { expectedVersions, sendVersioned, tagList } from '../platform/http/cache/etag-versions.ts';
import { countedNetwork, countedNetworks, savingLimit, sendingLimit } from '../platform/http/guards/rate-limits.ts';
import { idParams, linkNextPage, NEXT_PAGE } from '../platform/http/paging.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf } from '../platform/http/sessions/sessions.ts';
import { type ChangeForwarding, changeAppearance, changeHandle } from './change-rules.ts';
import { type ClaimTerms, createProfile, requestFreeClaim } from './claim-rules.ts';
import { holdCookieName } from './holds-rules.ts';
import { assertOffered, offeredAvailability } from './offer-rules.ts';
import { availabilityOf, listHandles, readHandle } from './rules.ts';
import { suggestionsFor } from './suggestions/suggestion-rules.ts';

/** Routes of handles. Forwarding and prices belong to other capabilities and are passed in. */
export function handleRoutes(
  app: Server,
  { config, db, clock, sessions, site, linkBlocklist, secrets }: App,
  changeForwarding: ChangeForwarding,
  terms: ClaimTerms,
): void {
  const onRequest = sessions.required;
  const page = { db, clock, isBlocked: (url: string) => linkBlocklist.has(url) };

  app.get(
    '/api/check-handle/:handle',
    {
      schema: {
        tags: ['Handles'],
        summary: 'Check whether a handle can be claimed',
        description:
          'With `suggest=1`, the response for a handle that cannot be claimed contains up to three that can.',
        params: z.object({ handle: z.string() }),
        querystring: z.object({ suggest: z.optional(z.literal('1')) }),
        response: { 200: availability },
      },
    },
    async ({ params: { handle }, query: { suggest }, cookies }) => {
      const secret = cookies[holdCookieName(config.https)];
      const result = offeredAvailability(site, handle, await availabilityOf(db, handle, clock(), { secret }));
      if (result.available || suggest === undefined) return result;
      return { ...result, suggestions: await suggestionsFor(db, site, handle, clock()) };
    },
  );

  app.post(
    '/api/send-magic-link',
    {
      schema: {
        tags: ['Handles'],
        summary: 'Mail the link that claims a free handle',
        description: 'The handle is not held: the first person who confirms a link gets it.',
        errors: [
          'handle_taken',
          'handle_reserved',
          'handle_invalid',
          'plan_mismatch',
          'payment_required',
          'too_many_claims',
          'paid_plans_off',
          'own_domain',
          'too_many_letters',
        ],
        body: claimLinkRequest,
        response: { 200: done },
      },
      config: sendingLimit,
    },
    async (request) => {
      assertOffered(site, request.body.handle);
      const network = countedNetwork(request, config);
      const device = sessions.deviceOf(request, request.body.email);
      const origin = strangerOrigin(countedNetworks(request, config), secrets);
      const quota = device === undefined ? ({ kind: 'claim', origin } as const) : ({ kind: 'device', device } as const);
      await requestFreeClaim(db, clock, terms, { ...request.body, network }, quota, site.mailDomain);
      return { message: 'Check your email for the link that claims your handle' };
    },
  );

  app.get(
    '/api/handles',
    {
      onRequest,
      schema: {
        tags: ['Handles'],
        summary: 'List your handles',
        description: `Your own, oldest first, then those of teams, by the time of joining. ${NEXT_PAGE}`,
        querystring: handlePage,
        response: { 200: handleList },
      },
    },
    async (request, reply) => {
      const { handles, more } = await listHandles(db, accountOf(request).id, request.query, clock());
      linkNextPage(reply, site, calls.handles(), request.query.limit, more ? handles.at(-1)?.id : undefined);
      tagList(reply, handles);
      return handles;
    },
  );

  app.get(
    '/api/handles/:id',
    {
      onRequest,
      schema: {
        tags: ['Handles'],
        summary: 'Get one of your handles',
        isVersioned: true,
        errors: ['not_found'],
        params: idParams,
        response: { 200: handle },
      },
    },
    async (request, reply) =>
      sendVersioned(reply, await readHandle(db, accountOf(request).id, request.params.id, clock())),
  );

  app.patch(
    '/api/handles/:id',
    {
      onRequest,
      schema: {
        tags: ['Handles'],
        summary: 'Change a handle',
        description:
          'Changes the given fields in one transaction. `socialLinks` replaces all links. An editor of a team can change the fields of the page, not those of forwarding.',
        isVersioned: true,
        needsRecentSignIn: 'with `forwardingEmail`',
        errors: [
          'not_found',
          'role_without_right',
          'own_domain',
          'forwarder_limit',
          'inbox_stopped',
          'forwarding_needs_address',
          'too_many_letters',
        ],
        params: idParams,
        body: changeHandleRequest,
        response: { 200: handle },
      },
      config: savingLimit,
    },
    async (request, reply) => {
      if (request.body.forwardingEmail !== undefined) await sessions.requireRecentSignIn(request);
      const { id: accountId } = accountOf(request);
      const owner = { accountId, id: request.params.id, expected: expectedVersions(request) };
      return sendVersioned(reply, await changeHandle(page, owner, request.body, changeForwarding));
    },
  );

  app.patch(
    '/api/handles/:id/appearance',
    {
      onRequest,
      schema: {
        tags: ['Handles'],
        summary: 'Change the theme and the look of a page',
        isVersioned: true,
        errors: ['not_found'],
        params: idParams,
        body: changeAppearanceRequest,
        response: { 200: handle },
      },
    },
    async (request, reply) => {
      const { id: accountId } = accountOf(request);
      const owner = { accountId, id: request.params.id, expected: expectedVersions(request) };
      return sendVersioned(reply, await changeAppearance(page, owner, request.body));
    },
  );

  app.post(
    '/api/profiles',
    {
      onRequest,
      schema: {
        tags: ['Handles'],
        summary: 'Claim a free handle without an email',
        description: 'Requires a session.',
        errors: [
          'handle_taken',
          'handle_reserved',
          'handle_invalid',
          'payment_required',
          'paid_plans_off',
          'handle_limit',
          'too_many_claims',
        ],
        body: createProfileRequest,
        response: { 201: createProfileResponse },
      },
    },
    async (request, reply) => {
      assertOffered(site, request.body.username);
      reply.status(201);
      const claim = { accountId: accountOf(request).id, network: countedNetwork(request, config) };
      return createProfile(db, terms, claim, request.body, clock());
    },
  );
}
