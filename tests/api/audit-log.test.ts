import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { signedInAdmin } from '../support/api/admin.ts';
import type { Person } from '../support/api/person.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let admin: Person;
const gold = { name: 'Gold', price_yearly_usd_full: 19.99, price_yearly_usd_now: 9.5 };
const acts = async (limit: number) => (await admin.request('GET', `/api/admin/audit?limit=${limit}`)).body;
beforeAll(async () => {
  admin = await signedInAdmin(server);
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) {
    expect((await admin.request('POST', '/api/admin/packages', { ...gold, name })).status).toBe(201);
  }
});

describe('the audit log', () => {
  it.each([
    ['update', sql`update admin_acts set actor = 'nobody'`],
    ['delete', sql`delete from admin_acts`],
    ['truncate', sql`truncate admin_acts`],
    ['merge', sql`merge into admin_acts a using admin_acts b on a.id = b.id when matched then delete`],
    [
      'write over',
      sql`insert into admin_acts (id, actor, act, target_kind) overriding system value select id, '', '', '' from admin_acts
        on conflict (id) do update set actor = 'nobody'`,
    ],
  ])('does not let the audit log be changed by %s', async (_how, statement) => {
    const before = await acts(100);
    expect(before.length).toBeGreaterThan(3);
    await expect(statement.execute(server.db)).rejects.toThrow('only ever added to');
    // Restore tools disable triggers by session_replication_role; the audit log stays protected.
    const off = server.db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await statement.execute(trx);
    });
    await expect(off).rejects.toThrow('only ever added to');
    expect(await acts(100)).toEqual(before);
  });

  it('logs no failed action, and an action fails if its audit log entry cannot be written', async () => {
    await sql`alter table admin_acts add constraint full_up check (act <> 'create') not valid`.execute(server.db);
    const before = (await admin.request('GET', '/api/admin/packages')).body;
    expect((await admin.request('POST', '/api/admin/packages', gold)).status).toBe(500);
    expect((await admin.request('GET', '/api/admin/packages')).body).toEqual(before);
    await sql`alter table admin_acts drop constraint full_up`.execute(server.db);
    const noted = await acts(100);
    expect((await admin.request('POST', '/api/admin/packages', { ...gold, name: 'Vanity' })).status).toBe(400);
    expect(await acts(100)).toEqual(noted);
  });

  it('lists the audit log newest first, page by page', async () => {
    const all = await acts(500);
    const page = await admin.request('GET', '/api/admin/audit?limit=2');
    expect(page.body).toEqual(all.slice(0, 2));
    expect((await admin.request('GET', `/api/admin/audit?limit=2&after=${page.body[1].id}`)).body).toEqual(
      all.slice(2, 4),
    );
  });
});
