import type { FastifyRequest } from 'fastify';
import { calls } from '../../contract/paths.ts';
import {
  type PictureKind,
  setAvatarRequest,
  setBannerRequest,
  uploadRequest,
  uploadResponse,
} from '../../contract/pictures.ts';
import { ownProfile } from '../../contract/profiles/profiles.ts';
import type { App } from '../platform/http/app-context.ts';
import { uploadLimit } from '../platform/http/guards/rate-limits.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf } from '../platform/http/sessions/sessions.ts';
import { handlePictureRoutes } from './handle-pictures/handle-picture-routes.ts';
import { PICTURE_ERRORS } from './picture-errors.ts';
import { pictureQueue } from './picture-queue.ts';
import { beginUpload, removePicture, type UploadContext, usePicture } from './rules.ts';
import { uploadAddresses } from './signed-address.ts';

const tags = ['Pictures'];

/** Routes of avatar and banner: begin an upload, use the uploaded file, remove the picture. */
export function uploadRoutes(app: Server, { db, clock, site, storage, sessions, secrets }: App): void {
  const addresses = uploadAddresses(site.origin, secrets);
  const context: UploadContext = { db, clock, storage, addresses, encode: pictureQueue() };
  const onRequest = sessions.required;
  const response = { 200: ownProfile };
  // One queue for all pictures: they are encoded one after the other.
  handlePictureRoutes(app, sessions, context);

  for (const kind of ['avatar', 'banner'] as const) {
    app.post(
      calls.uploadPicture(kind),
      {
        onRequest,
        schema: {
          tags,
          summary: `Request an upload address for ${kind === 'avatar' ? 'a picture' : 'a banner'}`,
          description: 'The response is an address that accepts one file of at most 10,485,760 bytes by PUT, once.',
          body: uploadRequest,
          response: { 200: uploadResponse },
        },
        config: uploadLimit,
      },
      async (request) => ({
        uploadURL: await beginUpload(context, { accountId: accountOf(request).id, kind }, request.body ?? {}),
      }),
    );
    app.delete(
      calls.profilePicture(kind),
      { onRequest, schema: { tags, summary: `Remove the ${kind === 'avatar' ? 'picture' : 'banner'}`, response } },
      async (request) => removePicture(context, accountOf(request).id, kind),
    );
  }

  const use = (request: FastifyRequest, kind: PictureKind, address: string) =>
    usePicture(context, accountOf(request).id, kind, address);
  app.put(
    calls.profilePicture('avatar'),
    {
      onRequest,
      schema: { tags, summary: 'Use an uploaded picture', errors: PICTURE_ERRORS, body: setAvatarRequest, response },
      config: uploadLimit,
    },
    async (request) => use(request, 'avatar', request.body.avatarUrl),
  );
  app.put(
    calls.profilePicture('banner'),
    {
      onRequest,
      schema: { tags, summary: 'Use an uploaded banner', errors: PICTURE_ERRORS, body: setBannerRequest, response },
      config: uploadLimit,
    },
    async (request) => use(request, 'banner', request.body.bannerUrl),
  );
}
