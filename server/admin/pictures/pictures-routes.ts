import { deleteAdminPicture, getAdminPictures } from '../../../contract/admin/pictures.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import type { Server } from '../../platform/http/server.ts';
import { listPictures, removePictureByName } from './pictures-rules.ts';

/** Routes of the Pictures tab. */
export function adminPicturesRoutes(app: Server, { db, clock, storage, sessions }: App): void {
  const serve = callServer(app, sessions, 'Administration');
  serve(
    getAdminPictures,
    {
      summary: 'Find pictures',
      description:
        '`search` is a handle, the email address of an account, or the address of a picture. Without it, the call lists the pictures that were removed, newest first.',
    },
    async ({ query }) => listPictures({ db, storage }, query),
  );

  serve(
    deleteAdminPicture,
    {
      summary: 'Remove a picture',
      description:
        'Removes all sizes of it for good: from the pages that show it, from sharing images and from the storage. Its address answers 410, and the same file is not accepted again for the same purpose. The owner gets the reason by email.',
    },
    async ({ account, body, params }) => {
      const action = { actor: account, ...params, ...body };
      const isNew = await removePictureByName({ db, clock, storage }, action);
      return { message: isNew ? 'The picture was removed.' : 'The picture was removed before.' };
    },
  );
}
