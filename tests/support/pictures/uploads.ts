import type { ErrorBody } from '../../../contract/errors.ts';
import type { PictureKind } from '../../../contract/pictures.ts';
import type { OwnProfile } from '../../../contract/profiles.ts';
import type { Answer, Person } from '../api/person.ts';
import { ORIGIN, type TestServer } from '../server/test-server.ts';

/** A profile or a failure; a test knows which, and says so where it does not. */
type Taken = Answer<{ [Field in keyof OwnProfile]: NonNullable<OwnProfile[Field]> } & ErrorBody>;

/** Begins an upload and answers its signed address. */
export async function begin(person: Person, kind: PictureKind, named?: object): Promise<string> {
  const answer = await person.ask('POST', `/api/${kind}s/upload`, named);
  if (answer.status !== 200) throw new Error(`no address: ${answer.status} ${answer.text}`);
  return answer.body.uploadURL;
}

/** Sends a file as a browser does: to the signed address, without a cookie, from another page for all we know. */
export async function send(server: TestServer, address: string, file: Buffer, headers: Record<string, string> = {}) {
  return server.app.inject({
    method: 'PUT',
    url: address.replace(ORIGIN, ''),
    headers: { 'content-type': 'image/png', origin: 'https://elsewhere.example', ...headers },
    payload: file,
  });
}

/** Takes a sent file over. */
export function take(person: Person, kind: PictureKind, address: string): Promise<Taken> {
  return person.ask('PUT', `/api/profile/${kind}`, { [`${kind}Url`]: address });
}

/** The whole way of a file; answers what taking it over answers. */
export async function upload(server: TestServer, person: Person, kind: PictureKind, file: Buffer): Promise<Taken> {
  const address = await begin(person, kind);
  const sent = await send(server, address, file);
  if (sent.statusCode !== 200) throw new Error(`not sent: ${sent.statusCode} ${sent.body}`);
  return take(person, kind, address);
}

/** Keys of the objects that are to be deleted, and of all that should be kept, by what the database says. */
export async function doomedKeys(server: TestServer): Promise<string[]> {
  const rows = await server.db.selectFrom('doomed_objects').select('key').orderBy('key').execute();
  return rows.map(({ key }) => key);
}
