import {
  deletePasskey,
  getPasskeys,
  patchPasskey,
  postPasskey,
  postPasskeyOptions,
  postPasskeySignIn,
  postPasskeySignInOptions,
} from '../../contract/accounts/passkeys.ts';
import type { App } from '../platform/http/app-context.ts';
import { callServer } from '../platform/http/call-server.ts';
import { savingLimit, sendingLimit } from '../platform/http/guards/rate-limits.ts';
import type { Server } from '../platform/http/server.ts';
import { deviceName } from '../platform/http/sessions/device-name.ts';
import { toCurrentUser } from '../platform/http/sessions/sessions.ts';
import { logSecurity } from '../platform/log/security-log.ts';
import { accountOfPasskey, signInOptions } from './assertion-rules.ts';
import { ownerOf, passkeyContext, refusing } from './request.ts';
import { addPasskey, creationOptions, listPasskeys, removePasskey, renamePasskey } from './rules.ts';

/** Routes of the passkeys of an account, and of signing in with one. */
export function passkeyRoutes(app: Server, { config, db, clock, site, sessions }: App): void {
  const context = passkeyContext({ db, clock, site });

  const serve = callServer(app, sessions, 'Signing in');
  serve(getPasskeys, { summary: 'List your passkeys' }, async ({ account }) => listPasskeys(db, account.id));

  serve(
    postPasskeyOptions,
    {
      summary: 'Begin to add a passkey',
      description:
        'The response is the options of `navigator.credentials.create()`, valid for five minutes and one attempt.',
      limit: sendingLimit,
      onRequest: [sessions.requireOwnPasskey],
    },
    async ({ request }) => creationOptions(context, ownerOf(request)),
  );

  serve(
    postPasskey,
    {
      summary: 'Add a passkey',
      description: 'The session gets a new cookie.',
      limit: sendingLimit,
      onRequest: [sessions.requireOwnPasskey],
    },
    async ({ body, request, reply }) => {
      const { credential, name = deviceName(request.headers['user-agent']) ?? 'Passkey' } = body;
      const added = await refusing(request, addPasskey(context, ownerOf(request), { credential, name }));
      // The person was verified just now, as in a confirmation.
      await sessions.confirm(request, reply, new Date(added.createdAt));
      logSecurity(request, 'security.passkey_added');
      return added;
    },
  );

  serve(patchPasskey, { summary: 'Rename a passkey' }, async ({ account, params, body }) =>
    renamePasskey(db, account.id, params.id, body.name),
  );

  serve(
    deletePasskey,
    { summary: 'Remove a passkey', limit: sendingLimit, onRequest: [sessions.requireOwnPasskey] },
    async ({ account, params, request }) => {
      const { id, email, isAdmin } = account;
      await removePasskey(context, { id, email, mustKeepOne: isAdmin && config.production }, params.id);
      logSecurity(request, 'security.passkey_removed');
      return { message: 'The passkey is removed.' };
    },
  );

  serve(
    postPasskeySignInOptions,
    {
      summary: 'Begin to sign in with a passkey',
      description:
        'The response is the options of `navigator.credentials.get()`, valid for five minutes and one attempt.',
      limit: savingLimit,
    },
    async ({ request, reply }) => signInOptions(context, sessions.browser.mark(request, reply)),
  );

  serve(
    postPasskeySignIn,
    { summary: 'Sign in with a passkey', limit: sendingLimit },
    async ({ body, request, reply }) => {
      const browserHash = sessions.browser.hashOf(request);
      const proof = await refusing(request, accountOfPasskey(context, body.credential, browserHash));
      const account = await sessions.signIn(request, reply, proof.accountId, 'passkey', proof.addedAt);
      return { user: toCurrentUser(account) };
    },
  );
}
