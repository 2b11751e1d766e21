import { expect } from 'vitest';
import type { TestServer } from '../server/test-server.ts';
import { createColleague, createDeluxeOwner } from './team.ts';

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
