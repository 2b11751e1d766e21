import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { DAY, HOUR } from '../../contract/time.ts';
import { deleteOldRowsOf } from '../../server/held-data/retention.ts';
import type { Person } from '../support/api/person.ts';
import { createSendingPerson } from '../support/api/sending-person.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();

const write = (person: Person) =>
  person.request('POST', '/api/support', { subject: 'No mail', text: 'Nothing arrives.' });

it('accepts 5 requests an hour from an account, even if they arrive in parallel', async () => {
  const { person } = await createSendingPerson(server, 'many-words');
  const first = await Promise.all(Array.from({ length: 7 }, () => write(person)));
  expect(first.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 429, 429]);
  const refused = first.find(({ status }) => status === 429);
  expect(refused?.body).toMatchObject({ code: 'too_many_support_requests' });
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  await server.advanceSignedIn(HOUR);
  expect((await write(person)).status).toBe(201);
  await server.sentEmails();
});

it('orders the emails and stores the request together', async () => {
  const { person } = await createSendingPerson(server, 'together');
  await server.sentEmails();
  const count = async () => (await server.db.selectFrom('support_requests').select('id').execute()).length;
  const before = await count();
  await sql`alter table graphile_worker._private_jobs add constraint no_letters
    check (payload::text not like '%support-received%') not valid`.execute(server.db);
  expect((await write(person)).status).toBe(500);
  await sql`alter table graphile_worker._private_jobs drop constraint no_letters`.execute(server.db);
  expect(await count()).toBe(before);
  expect(await server.sentEmails()).toEqual([]);
});

it('deletes requests a year after they were closed', async () => {
  const { accountId } = await createSendingPerson(server, 'old-story');
  await server.sentEmails();
  const add = (subject: string, days: number | null) =>
    server.db
      .insertInto('support_requests')
      .values({
        account_id: accountId,
        subject,
        text: 'x',
        priority: false,
        state: days === null ? 'open' : 'closed',
        created_at: new Date(0),
        closed_at: days === null ? null : new Date(server.clock().getTime() - days * DAY),
      })
      .execute();
  await add('closed long ago', 366);
  await add('closed lately', 364);
  await add('still open', null);
  await deleteOldRowsOf(server.db, 'support_requests', server.clock());
  const rows = await server.db
    .selectFrom('support_requests')
    .select('subject')
    .where('account_id', '=', accountId)
    .execute();
  expect(rows.map(({ subject }) => subject)).toEqual(['closed lately', 'still open']);
});
