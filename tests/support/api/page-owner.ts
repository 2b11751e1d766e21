import type { TestServer } from '../server/test-server.ts';
import { Person } from './person.ts';

/** A block or a link, as tests send and read it. */
export type Sent = Record<string, unknown>;

/** A person with one handle, and the calls of its page. */
export async function createPageOwner(server: TestServer, handle: string) {
  const person = new Person(server);
  await person.claim(handle, `${handle}@account.example`);
  const { id } = (await person.request('GET', '/api/handles')).body[0] as { id: number };
  return {
    person,
    id,
    handle,
    put: (blocks: unknown, headers = {}) => person.request('PUT', `/api/handles/${id}/blocks`, blocks, headers),
    get: () => person.request<Sent[]>('GET', `/api/handles/${id}/blocks`),
    patch: (changes: Sent) => person.request('PATCH', `/api/handles/${id}`, changes),
    appearance: (changes: Sent) => person.request('PATCH', `/api/handles/${id}/appearance`, changes),
    /** The public profile, as a visitor gets it. */
    shown: async () => (await new Person(server).request('GET', `/api/profile/${handle}`)).body,
  };
}

/** The fields of a block that nobody has hidden, featured or scheduled. */
export const NONE = { hidden: false, featured: false, from: null, until: null };

export const link = (title: string, more: Sent = {}) => ({
  type: 'link',
  title,
  url: 'https://shop.example/',
  ...more,
});

export const network = (platform: string, username: string, more: Sent = {}) => ({
  type: 'network',
  platform,
  username,
  ...more,
});
