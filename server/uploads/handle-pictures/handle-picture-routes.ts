import { postHandlePicture, postHandlePictureUpload } from '../../../contract/pictures.ts';
import { callServer } from '../../platform/http/call-server.ts';
import { uploadLimit } from '../../platform/http/guards/rate-limits.ts';
import type { Server } from '../../platform/http/server.ts';
import type { Sessions } from '../../platform/http/sessions/sessions.ts';
import type { UploadContext } from '../rules.ts';
import { addHandlePicture, beginHandleUpload } from './handle-picture-rules.ts';

/** Routes that begin the upload of a picture of a handle, and make the uploaded file a picture that the page can use. */
export function handlePictureRoutes(app: Server, sessions: Sessions, context: UploadContext): void {
  const serve = callServer(app, sessions, 'Pictures');
  serve(
    postHandlePictureUpload,
    {
      summary: 'Request an upload address for a picture of a page',
      description:
        'The response is an address that accepts one file of at most 10,485,760 bytes by PUT, once. `block` and `background` keep their shape, an `avatar` becomes a square, and a `banner` becomes three times as wide as high.',
      limit: uploadLimit,
    },
    async ({ body, target }) => {
      const { kind, ...announced } = body;
      const purpose = { target, kind };
      return { uploadURL: await beginHandleUpload(context, purpose, announced) };
    },
  );

  serve(
    postHandlePicture,
    {
      summary: 'Make an uploaded file a picture of a page',
      description:
        'The `path` can then be used in the blocks, the look, `profilePicture` and `bannerImage` of this handle. A picture that nothing uses is deleted a day later.',
      limit: uploadLimit,
    },
    async ({ body, target }) => {
      const { kind, uploadURL } = body;
      const purpose = { target, kind };
      const picture = await addHandlePicture(context, purpose, uploadURL);
      return picture;
    },
  );
}
