import type { MemberRole } from '../../../contract/roles.ts';
import { linkIn, Person } from '../api/person.ts';
import type { OwnedResources } from '../api/required-access.ts';
import { ACCESS, requestFor } from '../api/route-access.ts';
import { createColleague } from '../api/team.ts';
import type { TestServer } from '../server/test-server.ts';

/** Everybody with a present or past relation to a team, by the name in the test fixture, and the mail of the handle that they receive. */
export interface Receiver {
  who: string;
  /** The place in the team; absent for somebody without one. */
  place?: { role: MemberRole; mail: boolean };
  /**
   * `copy`: asks for the copy that the owner has granted. `everything`: tries every call that changes something at the handle, with their own address
   * in place of each address, alone and with an accomplice, and opens every link that is mailed to them.
   */
  tries: 'copy' | 'everything';
  receives: boolean;
}

/** The column of the matrix of calls that states who receives mail. The owner always does. */
export const RECEIVERS: readonly Receiver[] = [
  { who: 'a manager with the mail', place: { role: 'manager', mail: true }, tries: 'copy', receives: true },
  { who: 'an editor with the mail', place: { role: 'editor', mail: true }, tries: 'copy', receives: true },
  { who: 'a manager without the mail', place: { role: 'manager', mail: false }, tries: 'everything', receives: false },
  { who: 'an editor without the mail', place: { role: 'editor', mail: false }, tries: 'everything', receives: false },
  { who: 'a removed manager', tries: 'everything', receives: false },
  { who: 'a former owner', tries: 'everything', receives: false },
];

interface Colleague {
  person: Person;
  email: string;
}

/** A handle, and somebody who wants its mail at their own second address (`spy`). */
export interface Attacked {
  owner: { id: number; person: Person; things: OwnedResources };
  member: Colleague;
  spy: string;
  /** The path of the members of the handle. */
  members: string;
}

/** Opens every link that was mailed to these addresses. */
export async function openMailedLinks(server: TestServer, addresses: string[]): Promise<void> {
  const emails = (await server.sentEmails()).filter(({ sentTo }) => addresses.includes(sentTo));
  for (const { text } of emails) if (text?.includes('/link/')) await new Person(server).request('POST', linkIn(text));
}

/** Requests every change of the handle, with the address of the member in place of each, then again with an accomplice. */
export async function tryEverything(server: TestServer, made: Attacked): Promise<void> {
  const { member, spy, members } = made;
  const accomplice = await createColleague(server);
  const places = (await member.person.request('GET', members)).body;
  const ids: number[] = Array.isArray(places) ? places.map(({ id }: { id: number }) => id) : [];
  for (const address of [member.email, spy]) {
    await tryCalls(made, member, address);
    await openMailedLinks(server, [member.email, spy]);
  }
  for (const role of ['manager', 'editor']) {
    await member.person.request('POST', members, { email: accomplice.email, role });
    const { invitations } = (await accomplice.person.request('GET', '/api/invitations')).body;
    for (const { id } of invitations) await accomplice.person.request('POST', `/api/invitations/${id}/accept`);
    for (const id of ids) {
      await member.person.request('PATCH', `${members}/${id}`, { role: 'manager' });
      await member.person.request('PATCH', `${members}/${id}`, { mail: true });
    }
    await tryCalls(made, accomplice, spy);
    await tryCalls(made, member, accomplice.email);
    await openMailedLinks(server, [member.email, spy, accomplice.email]);
  }
}

/** Deletions that free a place for others. */
async function tryCalls({ owner }: Attacked, by: Colleague, address: string): Promise<void> {
  for (const [route, { who, body, withMail, own }] of Object.entries(ACCESS)) {
    if (who !== 'owner' || /^(GET|DELETE) /.test(route)) continue;
    const copy = route === 'PUT /api/handles/:id/member-inbox' ? copyTo : undefined;
    for (const bodyOf of new Set([body, withMail ?? body, own ?? body, copy ?? body])) {
      const request = requestFor(route, owner.things, undefined, bodyOf);
      const text = JSON.stringify(request.body ?? null).replace(/"[^"@/]+@[^"]+"/g, JSON.stringify(address));
      await by.person.request(request.method, request.url, JSON.parse(text) ?? undefined);
    }
  }
}

const copyTo = () => ({ email: 'somebody@inbox.example', wanted: true });
