import { postAvatarUpload, postBannerUpload } from '../../contract/pictures.ts';
import { deleteAvatar, deleteBanner, putAvatar, putBanner } from '../../contract/profiles/profiles.ts';
import type { App } from '../platform/http/app-context.ts';
import { callServer } from '../platform/http/call-server.ts';
import { uploadLimit } from '../platform/http/guards/rate-limits.ts';
import type { Server } from '../platform/http/server.ts';
import { handlePictureRoutes } from './handle-pictures/handle-picture-routes.ts';
import { pictureQueue } from './picture-queue.ts';
import { beginUpload, removePicture, type UploadContext, usePicture } from './rules.ts';
import { uploadAddresses } from './signed-address.ts';
import { sitePictureRoutes } from './site-pictures/site-picture-routes.ts';

/** Routes of the avatar and the banner: begin an upload, use the uploaded file, remove the picture. */
export function uploadRoutes(app: Server, { db, clock, site, storage, sessions, secrets }: App): void {
  const addresses = uploadAddresses(site.origin, secrets);
  const context: UploadContext = { db, clock, storage, addresses, encode: pictureQueue() };
  // All pictures share one queue, in which they are encoded one after the other.
  handlePictureRoutes(app, sessions, context);
  sitePictureRoutes(app, sessions, context);

  const serve = callServer(app, sessions, 'Pictures');
  for (const [kind, text, upload, remove] of [
    ['avatar', 'picture', postAvatarUpload, deleteAvatar],
    ['banner', 'banner', postBannerUpload, deleteBanner],
  ] as const) {
    serve(
      upload,
      {
        summary: `Request an upload address for a ${text}`,
        description: 'The response is an address that accepts one file of at most 10,485,760 bytes by PUT, once.',
        limit: uploadLimit,
      },
      async ({ account, body }) => ({
        uploadURL: await beginUpload(context, { accountId: account.id, kind }, body ?? {}),
      }),
    );
    serve(remove, { summary: `Remove the ${text}` }, async ({ account }) => removePicture(context, account.id, kind));
  }

  serve(putAvatar, { summary: 'Use an uploaded picture', limit: uploadLimit }, async ({ account, body }) =>
    usePicture(context, account.id, 'avatar', body.avatarUrl),
  );
  serve(putBanner, { summary: 'Use an uploaded banner', limit: uploadLimit }, async ({ account, body }) =>
    usePicture(context, account.id, 'banner', body.bannerUrl),
  );
}
