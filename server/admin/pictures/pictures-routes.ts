import { z } from 'zod';
import { done } from '../../../contract/accounts/accounts.ts';
import { actionReason } from '../../../contract/admin/admin.ts';
import { adminPictureQuery, adminPictures } from '../../../contract/admin/pictures.ts';
import type { App } from '../../platform/http/app-context.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions/sessions.ts';
import { listPictures, removePictureByName } from './pictures-rules.ts';

/** Routes of the Pictures tab. */
export function adminPicturesRoutes(app: Server, { db, clock, storage, sessions }: App): void {
  const onRequest = [sessions.required, sessions.admin];

  app.get(
    '/api/admin/pictures',
    {
      onRequest,
      schema: {
        tags: ['Administration'],
        summary: 'Find pictures',
        description:
          '`search` is a handle, the email address of an account, or the address of a picture. Without it: the pictures that were removed, newest first.',
        errors: ['forbidden'],
        querystring: adminPictureQuery,
        response: { 200: adminPictures },
      },
    },
    async ({ query }) => listPictures({ db, storage }, query),
  );

  app.delete(
    '/api/admin/pictures/:name',
    {
      onRequest: [...onRequest, sessions.requireRecentSignIn],
      schema: {
        tags: ['Administration'],
        summary: 'Remove a picture',
        description:
          'Removes all sizes of it for good: from the pages that show it, from sharing images and from the storage. Its address answers 410, and the same file is not accepted again for the same purpose. The owner gets the reason by email.',
        errors: ['forbidden', 'not_found'],
        params: z.object({ name: z.string().max(120) }),
        body: actionReason,
        response: { 200: done },
      },
    },
    async (request) => {
      const action = { actor: accountOf(request), ...request.params, ...request.body };
      const isNew = await removePictureByName({ db, clock, storage }, action);
      return { message: isNew ? 'The picture is removed.' : 'The picture was removed before.' };
    },
  );
}
