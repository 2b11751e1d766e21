import { done, signedIn } from '../../contract/accounts/accounts.ts';
import {
  addPasskeyRequest,
  assertionRequest,
  passkey,
  passkeyCreationOptions,
  passkeyList,
  passkeyRequestOptions,
  renamePasskeyRequest,
} from '../../contract/accounts/passkeys.ts';
import type { App } from '../platform/http/app-context.ts';
import { savingLimit, sendingLimit } from '../platform/http/guards/rate-limits.ts';
import { idParams } from '../platform/http/paging.ts';
import type { Server } from '../platform/http/server.ts';
import { deviceName } from '../platform/http/sessions/device-name.ts';
import { accountOf, toCurrentUser } from '../platform/http/sessions/sessions.ts';
import { logSecurity } from '../platform/log/security-log.ts';
import { accountOfPasskey, signInOptions } from './assertion-rules.ts';
import { ownerOf, passkeyContext, refusing } from './request.ts';
import { addPasskey, creationOptions, listPasskeys, removePasskey, renamePasskey } from './rules.ts';

const tags = ['Signing in'];

/** The passkeys of an account, and the sign-in with one. */
export function passkeyRoutes(app: Server, { config, db, clock, site, sessions }: App): void {
  const context = passkeyContext({ db, clock, site });
  const onRequest = sessions.required;
  const changing = [sessions.required, sessions.requireOwnPasskey, sessions.requireRecentSignIn];

  app.get(
    '/api/passkeys',
    { onRequest, schema: { tags, summary: 'List your passkeys', response: { 200: passkeyList } } },
    async (request) => listPasskeys(db, accountOf(request).id),
  );

  app.post(
    '/api/passkeys/options',
    {
      onRequest: changing,
      schema: {
        tags,
        summary: 'Begin to add a passkey',
        description:
          'The response is the options of `navigator.credentials.create()`, valid for five minutes and one attempt.',
        errors: ['passkey_limit', 'passkey_required'],
        response: { 200: passkeyCreationOptions },
      },
      config: sendingLimit,
    },
    async (request) => creationOptions(context, ownerOf(request)),
  );

  app.post(
    '/api/passkeys',
    {
      onRequest: changing,
      schema: {
        tags,
        summary: 'Add a passkey',
        description: 'The session gets a new cookie.',
        errors: ['passkey_refused', 'passkey_expired', 'passkey_known', 'passkey_limit', 'passkey_required'],
        body: addPasskeyRequest,
        response: { 201: passkey },
      },
      config: sendingLimit,
    },
    async (request, reply) => {
      const { credential, name = deviceName(request.headers['user-agent']) ?? 'Passkey' } = request.body;
      const added = await refusing(request, addPasskey(context, ownerOf(request), { credential, name }));
      // Its owner was verified just now, as in a confirmation.
      await sessions.confirm(request, reply, new Date(added.createdAt));
      logSecurity(request, 'security.passkey_added');
      reply.status(201);
      return added;
    },
  );

  app.patch(
    '/api/passkeys/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Rename a passkey',
        errors: ['not_found'],
        params: idParams,
        body: renamePasskeyRequest,
        response: { 200: passkey },
      },
    },
    async (request) => renamePasskey(db, accountOf(request).id, request.params.id, request.body.name),
  );

  app.delete(
    '/api/passkeys/:id',
    {
      onRequest: changing,
      schema: {
        tags,
        summary: 'Remove a passkey',
        errors: ['not_found', 'passkey_last', 'passkey_required'],
        params: idParams,
        response: { 200: done },
      },
      config: sendingLimit,
    },
    async (request) => {
      const { id, email, isAdmin } = accountOf(request);
      await removePasskey(context, { id, email, mustKeepOne: isAdmin && config.production }, request.params.id);
      logSecurity(request, 'security.passkey_removed');
      return { message: 'The passkey is removed.' };
    },
  );

  app.post(
    '/api/passkeys/sign-in-options',
    {
      schema: {
        tags,
        summary: 'Begin to sign in with a passkey',
        description:
          'The response is the options of `navigator.credentials.get()`, valid for five minutes and one attempt.',
        response: { 200: passkeyRequestOptions },
      },
      config: savingLimit,
    },
    async (request, reply) => signInOptions(context, sessions.browser.mark(request, reply)),
  );

  app.post(
    '/api/passkeys/sign-in',
    {
      schema: {
        tags,
        summary: 'Sign in with a passkey',
        errors: ['passkey_refused', 'passkey_expired', 'passkey_unknown', 'account_suspended', 'account_closed'],
        body: assertionRequest,
        response: { 200: signedIn },
      },
      config: sendingLimit,
    },
    async (request, reply) => {
      const browserHash = sessions.browser.hashOf(request);
      const proof = await refusing(request, accountOfPasskey(context, request.body.credential, browserHash));
      const account = await sessions.signIn(request, reply, proof.accountId, 'passkey', proof.addedAt);
      return { user: toCurrentUser(account) };
    },
  );
}
