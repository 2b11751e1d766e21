import type { SitePictureKind } from '../../../contract/pictures.ts';
import type { Person } from '../api/person.ts';
import type { TestServer } from '../server/test-server.ts';
import { send } from './uploads.ts';

/** Uploads a picture of the site as an owner, and returns the response of the call that takes it over. */
export async function uploadSitePicture(server: TestServer, owner: Person, kind: SitePictureKind, file: Buffer) {
  const begun = await owner.request('POST', '/api/admin/site/pictures/upload', { kind });
  if (begun.status !== 200) throw new Error(`no address: ${begun.status} ${begun.text}`);
  const { uploadURL } = begun.body;
  const sent = await send(server, uploadURL, file);
  if (sent.statusCode !== 200) throw new Error(`not sent: ${sent.statusCode} ${sent.body}`);
  return owner.request('POST', '/api/admin/site/pictures', { kind, uploadURL });
}
