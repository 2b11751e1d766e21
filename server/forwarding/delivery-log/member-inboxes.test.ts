import { expect, it } from 'vitest';
import { useDatabase } from '../../../tests/support/server/test-database.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { toDeliveries } from './rules.ts';
import { deliveryOf } from './store.ts';

const database = useDatabase();

it('names the inbox of a member by the account, and shows the replies of its server only to the member', async () => {
  const { rows } = await database.pool.query<{ id: number; account_id: number; handle_id: number }>(
    `with people as (insert into accounts (email) values ('anna@accounts.test') returning id, email
     ), team as (insert into handles (handle) values ('team') returning id)
     insert into handle_members (handle_id, account_id, email, role, expires_at, joined_at, address)
     select team.id, people.id, email, 'manager', now(), now(), 'secret@inbox.test' from team, people
     returning id, account_id, handle_id`,
  );
  const [anna] = rows;
  if (!anna) throw new Error('no member');
  const at = '2026-11-22T10:00:00.000Z';
  const events = [
    { at, step: 'tried', code: 550, words: 'No mailbox owner@inbox.test', host: 'mx.owner.test' },
    { at, step: 'tried', code: 550, words: 'No mailbox secret@inbox.test', host: 'mx.inbox.test', inbox: anna.id },
    { at, step: 'failed', enhanced: '5.1.1', words: 'Our text', inbox: anna.id },
    { at, step: 'delivered', code: 250, words: 'Ok for other@inbox.test', host: 'mx.inbox.test', inbox: 999 },
  ];
  await database.pool.query(
    `insert into flights (id, handle_id, recipient, sender, author, client, size, state, received_at, events)
     values ('m1', $1, 'team@h.test', '', '', '', 1, 'delivered', now(), $2)`,
    [anna.handle_id, JSON.stringify(events)],
  );
  const db = openDatabase(database.pool);
  const row = await deliveryOf(db, anna.handle_id, 'm1');
  if (!row) throw new Error('no delivery');
  const seenBy = async (account: number) => (await toDeliveries(db, [row], account))[0]?.events;
  const [own, annas, failed, former] = (await seenBy(anna.account_id + 1)) ?? [];
  expect(own).toMatchObject({ words: 'No mailbox owner@inbox.test', host: 'mx.owner.test' });
  expect(own).not.toHaveProperty('inbox');
  expect(annas).toEqual({ at, step: 'tried', code: 550, inbox: 'anna@accounts.test' });
  expect(failed).toEqual({ at, step: 'failed', enhanced: '5.1.1', words: 'Our text', inbox: 'anna@accounts.test' });
  expect(former).toEqual({ at, step: 'delivered', code: 250, inbox: null });
  expect((await seenBy(anna.account_id))?.[1]).toMatchObject({
    words: 'No mailbox secret@inbox.test',
    host: 'mx.inbox.test',
  });
});
