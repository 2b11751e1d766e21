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
    ada,
    number,
    accountId,
    handle,
    email,
    inbox,
    picture,
    displayName,
    bio,

    handleRow: () => server.db.selectFrom('handles').selectAll().where('handle', '=', handle).executeTakeFirst(),

    deletionLink,

    async leave(): Promise<void> {
      expect((await ada.request('POST', await deletionLink())).status).toBe(303);
      // This email confirms it.
      await server.sentEmails();
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
  const { rows: tables } = await sql<{ schema: string; table: string; columns: string[] }>`
    select nspname as schema, relname as table, array_agg(attname::text) as columns
    from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
    where attnum > 0 and not attisdropped and relkind in ('r', 'p') and nspname not in ('pg_catalog', 'information_schema')
    group by 1, 2`.execute(server.db);
  // One statement for all tables, because one for each column would be five hundred statements.
  const scans = tables.map(({ schema, table, columns }) => {
    const found = columns.map(
      (column) => sql`case when bool_or(${sql.ref(column)}::text ilike ${`%${needle}%`})
        then ${`${schema}.${table}.${column}`}::text end`,
    );
    return sql`select unnest(array[${sql.join(found)}]) as place from ${sql.table(`${schema}.${table}`)}`;
  });
  const all = sql.join(scans, sql` union all `);
  const { rows } = await sql<{
    place: string;
  }>`select place from (${all}) as found where place is not null order by 1`.execute(server.db);
  return rows.map(({ place }) => place);
}
