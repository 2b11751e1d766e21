import { postSitePicture, postSitePictureUpload } from '../../../contract/site/site-pictures.ts';
import { callServer } from '../../platform/http/call-server.ts';
import { uploadLimit } from '../../platform/http/guards/rate-limits.ts';
import type { Server } from '../../platform/http/server.ts';
import type { Sessions } from '../../platform/http/sessions/sessions.ts';
import type { UploadContext } from '../rules.ts';
import { addSitePicture, beginSiteUpload } from './site-picture-rules.ts';

/** Routes that begin the upload of a logo or an icon, and make the uploaded file a picture that the site can use. */
export function sitePictureRoutes(app: Server, sessions: Sessions, context: UploadContext): void {
  const serve = callServer(app, sessions, 'Administration');
  serve(
    postSitePictureUpload,
    {
      summary: 'Request an upload address for a picture of the site',
      description:
        'The response is an address that accepts one PNG or WebP of at most 10,485,760 bytes by PUT, once. A `logo` keeps its shape, an `icon` becomes a square.',
      limit: uploadLimit,
    },
    async ({ account, body: { kind, ...announced } }) => ({
      uploadURL: await beginSiteUpload(context, { account, kind }, announced),
    }),
  );

  serve(
    postSitePicture,
    {
      summary: 'Make an uploaded file a picture of the site',
      description:
        'The `path` can then be used in the document of the site: a `logo` as `logo` or `logoDark`, an `icon` as `icon`. A picture that the document does not name is deleted a day later.',
      limit: uploadLimit,
    },
    async ({ account, body: { kind, uploadURL } }) => addSitePicture(context, { account, kind }, uploadURL),
  );
}
