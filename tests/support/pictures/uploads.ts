import type { ErrorBody } from '../../../contract/errors.ts';
import type { PictureKind } from '../../../contract/pictures.ts';
import type { OwnProfile } from '../../../contract/profiles/profiles.ts';
import type { ApiResponse, Person } from '../api/person.ts';
import { ORIGIN, type TestServer } from '../server/test-server.ts';

/** The fields of a profile and of an error; each test reads those of the response that it expects. */
type Taken = ApiResponse<{ [Field in keyof OwnProfile]: NonNullable<OwnProfile[Field]> } & ErrorBody>;

/** Begins an upload and returns its signed address. */
export async function begin(person: Person, kind: PictureKind, named?: object): Promise<string> {
  const response = await person.request('POST', `/api/${kind}s/upload`, named);
  if (response.status !== 200) throw new Error(`no address: ${response.status} ${response.text}`);
  return response.body.uploadURL;
}

/** Sends a file to the signed address as a browser does, without a cookie and from another origin. */
export async function send(server: TestServer, address: string, file: Buffer, headers: Record<string, string> = {}) {
  return server.app.inject({
    method: 'PUT',
    url: address.replace(ORIGIN, ''),
    headers: { 'content-type': 'image/png', origin: 'https://elsewhere.example', ...headers },
    payload: file,
  });
}

/** Applies an uploaded file to the profile. */
export function take(person: Person, kind: PictureKind, address: string): Promise<Taken> {
  return person.request('PUT', `/api/profile/${kind}`, { [`${kind}Url`]: address });
}

/** Begins an upload, sends the file and applies it. Returns the last response. */
export async function upload(server: TestServer, person: Person, kind: PictureKind, file: Buffer): Promise<Taken> {
  const address = await begin(person, kind);
  const sent = await send(server, address, file);
  if (sent.statusCode !== 200) throw new Error(`not sent: ${sent.statusCode} ${sent.body}`);
  return take(person, kind, address);
}

/** Returns the keys in the deletion queue. */
export async function doomedKeys(server: TestServer): Promise<string[]> {
  const rows = await server.db.selectFrom('doomed_objects').select('key').orderBy('key').execute();
  return rows.map(({ key }) => key);
}
