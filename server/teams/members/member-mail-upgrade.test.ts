import type { Kysely } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { up } from '../../../db/migrations/0032_member_mail.ts';
import { createTestDatabase } from '../../../tests/support/server/test-database.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { tellOfLostMail } from './member-mail-rules.ts';

it('keeps the mail of managers at the upgrade, takes it from editors, and notifies the owner and each editor who had an inbox', async () => {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  try {
    // The tables as in the previous release; dropping the columns also drops their triggers.
    await pool.query(`alter table handle_members drop column mail cascade, drop column lost_mail_at,
      add column gone_count integer, add column gone_since timestamptz`);
    await pool.query(`alter table forwardings drop column member_id, drop column pending_member_id,
      drop column backup_member_id, drop column backup_pending_member_id`);
    await pool.query(`
      with people as (insert into accounts (email) select name || '@x.test'
        from unnest(array['owner', 'boss', 'reads', 'waits', 'none']) as name returning id, email),
      team as (insert into handles (handle, account_id) select 'acme', id from people where email = 'owner@x.test' returning id),
      joined as (insert into handle_members (handle_id, account_id, email, role, expires_at, joined_at, address, pending_address)
        select team.id, people.id, email, case email when 'boss@x.test' then 'manager' else 'editor' end, now(), now(),
          case when email in ('boss@x.test', 'reads@x.test') then 'real.' || email end,
          case when email = 'waits@x.test' then 'real.' || email end
        from team, people where email <> 'owner@x.test')
      insert into handle_members (handle_id, email, role, expires_at, invited_by)
        select team.id, 'by.' || people.email, 'manager', now(), people.id from team, people
        where email in ('owner@x.test', 'boss@x.test')`);
    const db = openDatabase(pool);
    await up(db as unknown as Kysely<unknown>);
    const { rows } = await pool.query(
      'select email, mail, address, pending_address from handle_members order by email',
    );
    expect(rows.map(({ email, ...row }) => [email, ...Object.values(row)])).toEqual([
      ['boss@x.test', true, 'real.boss@x.test', null],
      ['by.boss@x.test', false, null, null],
      ['by.owner@x.test', true, null, null],
      ['none@x.test', false, null, null],
      ['reads@x.test', false, null, null],
      ['waits@x.test', false, null, null],
    ]);
    await tellOfLostMail(db);
    await tellOfLostMail(db);
    const told = await pool.query(`select payload->>'to' as to, payload->>'member' as member
      from graphile_worker._private_jobs order by id`);
    expect(told.rows).toEqual(['reads', 'owner'].map((to) => ({ to: `${to}@x.test`, member: 'reads@x.test' })));
  } finally {
    await pool.end();
    await database.drop();
  }
});
