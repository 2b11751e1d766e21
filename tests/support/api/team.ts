import { expect } from 'vitest';
import { type MemberRole, receivesMailByDefault } from '../../../contract/roles.ts';
import { DAY } from '../../../contract/time.ts';
import type { TestServer } from '../server/test-server.ts';
import { signedInAdmin } from './admin.ts';
import { resourcesOf } from './owned-resources.ts';
import { linkIn, Person } from './person.ts';
import type { OwnedResources } from './required-access.ts';
import { createSendingPerson } from './sending-person.ts';

let number = 0;

/** Returns a new name of the Deluxe plan, of four characters. */
export function deluxeName(): string {
  number += 1;
  return `t${number.toString(36).padStart(3, '0')}`;
}

/** Creates a signed-in person who owns a Deluxe handle with data in every table that belongs to it, and its resources. */
export async function createDeluxeOwner(server: TestServer) {
  // The claim follows the first link that is mailed.
  await server.sentEmails();
  const nextYear = new Date(server.clock().getTime() + 300 * DAY);
  const made = await createSendingPerson(server, deluxeName(), nextYear);
  const { person, id, handle } = made;
  const inbox = `real.inbox.of.${handle}@private.example`;
  const set = await person.request('POST', '/api/email-forwarding', { handleId: id, forwardingEmail: inbox });
  expect(set.status, set.text).toBe(200);
  const verification = (await server.sentEmails()).find(({ sentTo }) => sentTo === inbox);
  expect((await person.request('POST', linkIn(verification?.text))).status).toBe(303);
  const things: OwnedResources = await resourcesOf(server, { ada: person, handle, inbox });
  return { ...made, inbox, things };
}

/** Adds an account to the team of a handle, with its mail as the owner grants it by default. */
export async function addMember(
  server: TestServer,
  handleId: number,
  { accountId, email }: { accountId: number | null; email: string },
  role: MemberRole,
  mail: boolean = receivesMailByDefault(role),
): Promise<number> {
  const now = server.clock();
  const { id } = await server.db
    .insertInto('handle_members')
    .values({
      handle_id: handleId,
      account_id: accountId,
      email,
      role,
      mail,
      expires_at: new Date(now.getTime() + DAY),
      joined_at: accountId === null ? null : now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Ends a membership, as the removal of a member does. */
export async function removeMember(server: TestServer, handleId: number, { accountId }: { accountId: number }) {
  await server.db
    .deleteFrom('handle_members')
    .where('handle_id', '=', handleId)
    .where('account_id', '=', accountId)
    .execute();
}

/** Creates a signed-in person who owns only a free handle. */
export async function createColleague(server: TestServer) {
  number += 1;
  const person = new Person(server);
  const email = `colleague.${number}@work.example`;
  await person.claim(`colleague-number-${number}`, email);
  const { id: accountId } = (await person.request('GET', '/api/user')).body;
  return { person, email, accountId: Number(accountId) };
}

/** A Deluxe handle, and a person for each relation that somebody can have to it. */
export async function createTeam(server: TestServer) {
  const owner = await createDeluxeOwner(server);
  const [manager, editor, former, invited, elsewhere, stranger] = [
    await createColleague(server),
    await createColleague(server),
    await createColleague(server),
    await createColleague(server),
    await createColleague(server),
    await createColleague(server),
  ] as const;
  const other = await createSendingPerson(server, deluxeName());
  const managerId = await addMember(server, owner.id, manager, 'manager');
  await addMember(server, owner.id, editor, 'editor');
  await addMember(server, owner.id, former, 'manager');
  await removeMember(server, owner.id, former);
  await addMember(server, owner.id, { accountId: null, email: invited.email }, 'manager');
  await addMember(server, other.id, elsewhere, 'manager');
  return {
    handleId: owner.id,
    handle: owner.handle,
    inbox: owner.inbox,
    things: owner.things,
    owner,
    manager,
    managerId,
    editor,
    former,
    invited,
    elsewhere,
    stranger,
    other,
    admin: await signedInAdmin(server),
    signedOut: new Person(server),
  };
}

export type Team = Awaited<ReturnType<typeof createTeam>>;

/** Creates a Deluxe handle with mail and without members, which its owner offers to somebody. */
export async function createOffer(server: TestServer) {
  const owner = await createDeluxeOwner(server);
  await server.db.deleteFrom('handle_members').where('handle_id', '=', owner.id).execute();
  const receiver = await createColleague(server);
  await server.sentEmails();
  const url = `/api/handles/${owner.id}/transfer`;
  const { status, body } = await owner.person.request('POST', url, { email: receiver.email });
  expect(status).toBe(201);
  return {
    owner,
    receiver,
    url,
    id: Number(body.id),
    accept: () => receiver.person.request('POST', `/api/transfers/${body.id}/accept`),
  };
}
