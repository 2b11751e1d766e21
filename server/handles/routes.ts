import { postClaimLink } from '../../contract/accounts/claim-link.ts';
import { getAvailability } from '../../contract/handles/availability.ts';
import { patchAppearance, patchHandle } from '../../contract/handles/handle-changes.ts';
import { getHandle, getHandles } from '../../contract/handles/handles.ts';
import { postProfile } from '../../contract/profiles/profiles.ts';
import { readInvitationCode } from '../claim-invitations/invitation-rules.ts';
import { strangerOrigin } from '../emails/shared/email-rate-limit.ts';
import type { App } from '../platform/http/app-context.ts';
import { tagList } from '../platform/http/cache/etag-versions.ts';
import { callServer } from '../platform/http/call-server.ts';
import { countedNetwork, countedNetworks, savingLimit, sendingLimit } from '../platform/http/guards/rate-limits.ts';
import { NEXT_PAGE } from '../platform/http/paging.ts';
import type { Server } from '../platform/http/server.ts';
import { type ChangeForwarding, changeAppearance, changeHandle } from './change-rules.ts';
import { type ClaimTerms, createProfile, requestFreeClaim } from './claim-rules.ts';
import { holdCookieName } from './holds-rules.ts';
import { assertOffered, offeredAvailability } from './offer-rules.ts';
import { availabilityOf, listHandles, readHandle } from './rules.ts';
import { suggestionsFor } from './suggestions/suggestion-rules.ts';

/** Routes of handles. Forwarding and prices belong to other capabilities and are parameters. */
export function handleRoutes(
  app: Server,
  { config, db, clock, sessions, site, liveSite, linkBlocklist, secrets }: App,
  changeForwarding: ChangeForwarding,
  terms: ClaimTerms,
): void {
  const page = { db, clock, isBlocked: (url: string) => linkBlocklist.has(url) };

  const serve = callServer(app, sessions, 'Handles');
  serve(
    getAvailability,
    {
      summary: 'Check whether a handle can be claimed',
      description: 'With `suggest=1`, the response for a handle that cannot be claimed suggests up to three that can.',
    },
    async ({ params, query, request }) => {
      const { handle } = params;
      const { suggest } = query;
      const invitation = readInvitationCode(secrets, query.invitation);
      const secret = request.cookies[holdCookieName(config.https)];
      const { names } = liveSite.current();
      const found = await availabilityOf(db, handle, clock(), names, { secret, invitation });
      const result = offeredAvailability(site, names, handle, found);
      if (result.available || suggest === undefined) return result;
      return { ...result, suggestions: await suggestionsFor(db, { site, names }, handle, clock()) };
    },
  );

  serve(
    postClaimLink,
    {
      summary: 'Mail the link that claims a free handle',
      description: 'The handle is not held: the first person who confirms a link gets it.',
      limit: sendingLimit,
    },
    async ({ body, request }) => {
      assertOffered(site, liveSite.current().names, body.handle);
      const network = countedNetwork(request, config);
      const device = sessions.deviceOf(request, body.email);
      const origin = strangerOrigin(countedNetworks(request, config), secrets);
      const quota = device === undefined ? ({ kind: 'claim', origin } as const) : ({ kind: 'device', device } as const);
      const invitation = readInvitationCode(secrets, body.invitation);
      await requestFreeClaim(db, clock, terms, { ...body, invitation, network }, quota, site.mailDomain);
      return { message: 'Check your email for the link that claims your handle' };
    },
  );

  serve(
    getHandles,
    {
      summary: 'List your handles',
      description: `Your own handles, oldest first, then those of teams, in the order of joining. ${NEXT_PAGE}`,
    },
    async ({ account, query, reply }) => {
      const page = await listHandles(db, account.id, query, clock());
      tagList(reply, page.items);
      return page;
    },
  );

  serve(getHandle, { summary: 'Get one of your handles' }, async ({ account, params }) =>
    readHandle(db, account.id, params.id, clock()),
  );

  serve(
    patchHandle,
    {
      summary: 'Change a handle',
      description:
        'Changes the given fields in one transaction. `socialLinks` replaces all links. An editor of a team can change the fields of the page, not those of forwarding.',
      limit: savingLimit,
    },
    async ({ target, body, request }) => {
      if (body.forwardingEmail !== undefined) await sessions.requireRecentSignIn(request);
      return changeHandle(page, target, body, changeForwarding);
    },
  );

  serve(patchAppearance, { summary: 'Change the theme and the look of a page' }, async ({ target, body }) => {
    return changeAppearance(page, target, body);
  });

  serve(
    postProfile,
    {
      summary: 'Claim a free handle without an email',
      description: 'Where an administrator decides about claims, the status is 202 and the handle is held until then.',
    },
    async ({ account, body: { invitation: code, ...body }, request, reply }) => {
      assertOffered(site, liveSite.current().names, body.username);
      const invitation = readInvitationCode(secrets, code);
      const network = countedNetwork(request, config);
      const claim = { accountId: account.id, email: account.email, network, invitation };
      const result = await createProfile(db, terms, claim, body, clock());
      if ('state' in result) reply.status(202);
      return result;
    },
  );
}
