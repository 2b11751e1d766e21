import { emailVisibilityRequest, ownProfile as ownProfileSchema } from '../../../contract/profiles/profiles.ts';
import type { App } from '../../platform/http/app-context.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions/sessions.ts';
import { changeEmailVisibility, ownProfile } from './rules.ts';

/** Routes of the fields that all pages of an account share; server/uploads has those of the pictures. */
export function ownProfileRoutes(app: Server, { db, sessions }: App): void {
  const onRequest = sessions.required;

  app.get(
    '/api/profile',
    {
      onRequest,
      schema: {
        tags: ['Profiles'],
        summary: 'Get the fields that your pages share',
        response: { 200: ownProfileSchema },
      },
    },
    async (request) => ownProfile(db, accountOf(request).id),
  );

  app.put(
    '/api/profile/email-visibility',
    {
      onRequest,
      schema: {
        tags: ['Profiles'],
        summary: 'Show or hide the email address on your pages',
        body: emailVisibilityRequest,
        response: { 200: ownProfileSchema },
      },
    },
    async (request) => changeEmailVisibility(db, accountOf(request).id, request.body.emailVisible),
  );
}
