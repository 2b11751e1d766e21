import { getMailPolicy, patchMailPolicy, postBackupVerification } from '../../contract/forwarding/mail-policy.ts';
import type { App } from '../platform/http/app-context.ts';
import { callServer } from '../platform/http/call-server.ts';
import { sendingLimit } from '../platform/http/guards/rate-limits.ts';
import type { Server } from '../platform/http/server.ts';
import { changePolicy, readPolicy, resendBackupVerification } from './mail-policy-rules.ts';

/**
 * Routes of the mail policy of a handle: blocked senders, allowed lists, the second inbox, and the handling of mail
 * while forwarding is off.
 */
export function mailPolicyRoutes(app: Server, { db, clock, site, sessions }: App): void {
  const { mailDomain } = site;

  const serve = callServer(app, sessions, 'Email forwarding');
  serve(getMailPolicy, { summary: 'Get the mail policy of a handle' }, async ({ target }) => readPolicy(db, target));

  serve(
    patchMailPolicy,
    {
      summary: 'Change the mail policy of a handle',
      description:
        'Changes the given fields in one transaction. `blocked` and `allowedLists` replace the whole list. A second inbox gets a verification email; an empty address removes it.',
      limit: sendingLimit,
    },
    async ({ target, body, request }) => {
      if (body.backupEmail !== undefined) await sessions.requireRecentSignIn(request);
      return changePolicy({ db, clock, mailDomain }, target, body);
    },
  );

  serve(
    postBackupVerification,
    { summary: 'Mail the verification link to the second inbox again', limit: sendingLimit },
    async ({ target }) => {
      await resendBackupVerification(db, clock, target);
      return { message: 'Verification email sent! Please check that inbox for the link.' };
    },
  );
}
