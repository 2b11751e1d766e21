import { sql } from 'kysely';
import { expect } from 'vitest';
import { addJob } from '../../../server/platform/jobs/jobs.ts';
import type { TestServer } from '../server/test-server.ts';
import { linkIn, Person } from './person.ts';

let number = 0;

/** Creates an account with data in every table. Tests delete it. */
export async function createDepartingPerson(server: TestServer) {
  number += 1;
  const handle = `ada-lovelace-${number}`;
  const email = `Ada.${number}@private.example`;
  const inbox = `ada.${number}@work.example`;
  const picture = `avatar-0123456789abcdef${1000 + number}`;
  const displayName = `Ada Byron the ${number}.`;
  const bio = `Draws ${number} maps of places that nobody has been to.`;
  const ada = new Person(server);
  await ada.claim(handle, email);
  const id = (await ada.request('GET', '/api/handles')).body[0].id;
  await ada.request('PATCH', `/api/handles/${id}`, {
    displayName,
    bio,
    profilePicture: 'https://pictures.example/ada.png',
    socialLinks: [{ platform: 'github', username: `adabyron${number}` }],
  });
  const blocks = (await ada.request('GET', `/api/handles/${id}/blocks`)).body;
  const shop = { type: 'link', title: `Shop of adabyron${number}`, url: `https://adabyron${number}.example/` };
  expect((await ada.request('PUT', `/api/handles/${id}/blocks`, [...blocks, shop])).status).toBe(200);
  await ada.request('POST', '/api/email-forwarding', { handleId: id, forwardingEmail: inbox });
  const [verification] = (await server.sentEmails()).filter(({ sentTo }) => sentTo === inbox);
  expect((await ada.request('POST', linkIn(verification?.text))).status).toBe(303);
  await ada.request('POST', '/api/banners/upload');
  const { id: accountId } = await server.db
    .updateTable('accounts')
    .set({ avatar_url: `/media/${picture}-256.webp` })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow();

  async function deletionLink(person = ada, to = email): Promise<string> {
    const response = await person.request('DELETE', '/api/account');
    expect([response.status, response.body]).toEqual([202, { message: expect.stringContaining('Check your email') }]);
    const [confirmation] = await server.sentEmails();
    expect(confirmation?.sentTo).toBe(to);
    expect(confirmation?.subject).toBe('Delete your account on localhost:3000?');
    return linkIn(confirmation?.text);
  }

  return {
    ...{ ada, number, accountId, handle, email, inbox, picture, displayName, bio },

    handleRow: () => server.db.selectFrom('handles').selectAll().where('handle', '=', handle).executeTakeFirst(),

    deletionLink,

    async leave(): Promise<void> {
      expect((await ada.request('POST', await deletionLink())).status).toBe(303);
    },

    async signIn(person: Person): Promise<void> {
      await person.request('POST', '/api/send-login-magic-link', { email });
      const [signIn] = await server.sentEmails();
      expect((await person.request('POST', linkIn(signIn?.text))).status).toBe(303);
    },
  };
}

export type DepartingPerson = Awaited<ReturnType<typeof createDepartingPerson>>;

/** Runs the jobs that are scheduled every night. */
export async function runNightlyJobs(server: TestServer): Promise<void> {
  await addJob(server.db, 'sweep', {});
  await addJob(server.db, 'erase-closed-accounts', {});
  await server.sentEmails();
}

/** Returns each table and column of the database that contains a text, in columns of any type. */
export async function findInDatabase(server: TestServer, needle: string): Promise<string[]> {
  const { rows: columns } = await sql<{ schema: string; table: string; column: string }>`
    select table_schema as schema, table_name as table, column_name as column from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(server.db);
  const places: string[] = [];
  for (const { schema, table, column } of columns) {
    const { rows } = await sql`select 1 from ${sql.table(`${schema}.${table}`)}
      where ${sql.ref(column)}::text ilike ${`%${needle}%`} limit 1`.execute(server.db);
    if (rows.length > 0) places.push(`${schema}.${table}.${column}`);
  }
  return places;
}
