import { handlePicture, handleUploadRequest, newHandlePicture, uploadResponse } from '../../../contract/pictures.ts';
import { uploadLimit } from '../../platform/http/guards/rate-limits.ts';
import { idParams } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf, type Sessions } from '../../platform/http/sessions/sessions.ts';
import { PICTURE_ERRORS } from '../picture-errors.ts';
import type { UploadContext } from '../rules.ts';
import { addHandlePicture, beginHandleUpload } from './handle-picture-rules.ts';

/** Routes of the pictures of a handle: begin an upload, and make the uploaded file a picture that the page can use. */
export function handlePictureRoutes(app: Server, sessions: Sessions, context: UploadContext): void {
  const onRequest = sessions.required;

  app.post(
    '/api/handles/:id/pictures/upload',
    {
      onRequest,
      schema: {
        tags: ['Pictures'],
        summary: 'Request an upload address for a picture of a page',
        description:
          'The response is an address that accepts one file of at most 10,485,760 bytes by PUT, once. `block` and `background` keep their shape, an `avatar` becomes a square and a `banner` three times as wide as high.',
        errors: ['not_found', 'role_without_right', 'picture_limit'],
        params: idParams,
        body: handleUploadRequest,
        response: { 200: uploadResponse },
      },
      config: uploadLimit,
    },
    async (request) => {
      const { kind, ...announced } = request.body;
      const purpose = { accountId: accountOf(request).id, handleId: request.params.id, kind };
      return { uploadURL: await beginHandleUpload(context, purpose, announced) };
    },
  );

  app.post(
    '/api/handles/:id/pictures',
    {
      onRequest,
      schema: {
        tags: ['Pictures'],
        summary: 'Make an uploaded file a picture of a page',
        description:
          'The `path` can then be used in the blocks, the look, `profilePicture` and `bannerImage` of this handle. A picture that nothing uses is deleted a day later.',
        errors: [...PICTURE_ERRORS, 'role_without_right', 'picture_limit'],
        params: idParams,
        body: newHandlePicture,
        response: { 201: handlePicture },
      },
      config: uploadLimit,
    },
    async (request, reply) => {
      const { kind, uploadURL } = request.body;
      const purpose = { accountId: accountOf(request).id, handleId: request.params.id, kind };
      const picture = await addHandlePicture(context, purpose, uploadURL);
      reply.status(201);
      return picture;
    },
  );
}
