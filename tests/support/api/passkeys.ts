import { expect } from 'vitest';
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '../../../contract/accounts/passkeys.ts';
import type { TestServer } from '../server/test-server.ts';
import { Authenticator, type Lies } from './authenticator.ts';
import { type ApiResponse, linkIn, Person } from './person.ts';

/** The reply to a credential: a passkey, an account, or an error. */
type Credited = ApiResponse<{ id?: number; code?: string; user?: { email: string } }>;

/** Returns a new authenticator in a browser that shows this server. */
export function authenticatorFor(server: TestServer, options: { counts?: boolean } = {}): Authenticator {
  return new Authenticator(server.config.site.origin, options);
}

/** Adds a passkey to the account of a person. */
export async function addPasskey(
  person: Person,
  authenticator: Authenticator,
  { name, lies }: { name?: string; lies?: Lies } = {},
): Promise<Credited> {
  const options = await person.request<PasskeyCreationOptions>('POST', '/api/passkeys/options');
  expect([options.status, options.text]).toEqual([200, expect.any(String)]);
  const credential = authenticator.create(options.body, lies);
  return person.request('POST', '/api/passkeys', { credential, ...(name !== undefined && { name }) });
}

/** Signs in with a passkey. */
export async function signInByPasskey(person: Person, authenticator: Authenticator, lies?: Lies): Promise<Credited> {
  const options = await person.request<PasskeyRequestOptions>('POST', '/api/passkeys/sign-in-options');
  expect(options.status).toBe(200);
  return person.request('POST', '/api/passkeys/sign-in', { credential: authenticator.get(options.body, lies) });
}

/** Confirms with a passkey in the session of a person. */
export async function confirmByPasskey(person: Person, authenticator: Authenticator, lies?: Lies): Promise<Credited> {
  const options = await person.request<PasskeyRequestOptions>('POST', '/api/recent-sign-in/options');
  expect(options.status).toBe(200);
  return person.request('POST', '/api/recent-sign-in', { credential: authenticator.get(options.body, lies) });
}

/** Requests a sign-in email and returns its link and its code. */
export async function signInEmail(
  server: TestServer,
  person: Person,
  email: string,
): Promise<{ link: string; code: string; text: string }> {
  expect((await person.request('POST', '/api/send-login-magic-link', { email })).status).toBe(200);
  const sent = (await server.sentEmails()).find(({ subject }) => subject?.startsWith('Sign in to'));
  const text = sent?.text ?? '';
  return { link: linkIn(text), code: /^(\d{3} \d{3})$/m.exec(text)?.[1] ?? '', text };
}

/** Signs in to an account by the link of an email, in a new browser or the browser of `person`. */
export async function signedInByLink(server: TestServer, email: string, person = new Person(server)): Promise<Person> {
  const { link } = await signInEmail(server, person, email);
  expect((await person.request('POST', link)).status).toBe(303);
  return person;
}
