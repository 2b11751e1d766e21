import type { TestServer } from '../server/test-server.ts';
import { Person } from './person.ts';

let number = 0;

/** Creates a signed-in person who owns a handle of this name and its plan, as if it was paid for until `paidUntil`. */
export async function createSendingPerson(server: TestServer, handle: string, paidUntil: Date | null = null) {
  number += 1;
  const person = new Person(server);
  const email = `${handle}.${number}@owner.example`;
  await person.claim(`first-of-${number}-handles`, email);
  const { id: accountId } = (await person.request('GET', '/api/user')).body;
  const { id } = await server.db
    .insertInto('handles')
    .values({ handle, account_id: accountId, paid_until: paidUntil })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { person, email, accountId, id, handle };
}
