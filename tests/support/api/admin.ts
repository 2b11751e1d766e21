import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestServer } from '../server/test-server.ts';
import { type ApiResponse, Person } from './person.ts';

/** Signs in the first administrator of the settings. */
export async function signedInAdmin(server: TestServer): Promise<Person> {
  const admin = new Person(server);
  expect((await admin.request('POST', '/api/dev-login')).status).toBe(200);
  return admin;
}

/** Adds `count` accounts, each with one handle, of varying lengths, states and creation times. */
export async function addPeople(server: TestServer, count: number, prefix: string): Promise<void> {
  await sql`with people as (
      insert into accounts (email, email_verified_at, is_admin, email_visible, created_at)
      select ${prefix} || md5(n::text) || '@inbox.example', case when n % 3 = 0 then now() end, n % 7 = 0, n % 4 > 0,
        now() - make_interval(mins => (n * 37) % 11)
      from generate_series(1, ${count}::integer) as n returning id, email, created_at)
    insert into handles (handle, account_id, state, display_name, created_at)
    select ${prefix} || substr(md5(email), 1, 1 + id % 12) || id, id,
      (enum_range(null::handle_state))[1 + id % 3], case when id % 2 = 0 then upper(substr(email, 5, 4)) end, created_at
    from people`.execute(server.db);
}

/** Reads a list to its end by the Link headers. */
export async function readAllPages<Item>(
  person: Person,
  address: string,
  between: (page: number) => Promise<void> = async () => {},
): Promise<Item[]> {
  const items: Item[] = [];
  let next: string | undefined = address;
  for (let page = 1; next; page += 1) {
    const response: ApiResponse<Item[]> = await person.request<Item[]>('GET', next);
    expect(response.status, `${next}: ${response.text.slice(0, 200)}`).toBe(200);
    items.push(...response.body);
    next = /<http:\/\/localhost:3000([^>]+)>; rel="next"/.exec(String(response.headers.link ?? ''))?.[1];
    await between(page);
  }
  return items;
}
