import { randomBytes } from 'node:crypto';
import { DAY, HOUR, MINUTE } from '../../../contract/time.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { type Owner, seedOwner } from './owner.ts';
import { ago } from './seed.ts';

const LONG = 'somebody.with.a.very.long.name@newsletters.department.a-rather-long-company.example';

/** The owner of a handle that sends, with app passwords, recipients that it may not write to, contacts, and an automatic reply. */
export async function seedSender(db: Database, handle: string): Promise<Owner> {
  const owner = await seedOwner(db, handle, { inbox: `${handle}@inbox.example` });
  const { handleId: handle_id } = owner;
  const password = (name: string, days: number, used: object = {}) => ({
    handle_id,
    name,
    secret_hash: randomBytes(32),
    created_at: ago(days * DAY),
    ...used,
  });
  await db
    .insertInto('app_passwords')
    .values([
      password('Gmail', 40, { last_used_at: ago(12 * MINUTE), last_used_from: '203.0.113.x' }),
      password('The old laptop in the study, with Thunderbird and two profiles', 300, {
        last_used_at: ago(9 * DAY),
        last_used_from: '2001:db8:17::x',
      }),
      password('Printer', 2),
    ])
    .execute();
  await db
    .insertInto('suppressed_recipients')
    .values([
      { handle_id, address: 'jo@old-company.example', enhanced: '5.1.1', created_at: ago(3 * DAY) },
      { handle_id, address: LONG, enhanced: '5.1.10', created_at: ago(20 * DAY) },
    ])
    .execute();
  const contact = (address: string, hours: number, values: object = {}) => ({
    handle_id,
    address,
    token: randomBytes(12).toString('hex'),
    created_at: ago(hours * HOUR),
    last_received_at: ago(hours * HOUR),
    ...values,
  });
  await db
    .insertInto('contacts')
    .values([
      contact('alice@shop.example', 2, { name: 'Alice Liddell', last_sent_at: ago(30 * MINUTE) }),
      contact('friend@elsewhere.example', 3),
      contact(LONG, 5, { name: 'Hubert Blaine Wolfeschlegelsteinhausenbergerdorff, of the Philadelphia branch' }),
      contact('offers@shop.example', 7, { name: 'Special Offers', blocked: true }),
      contact('ada@analytical.example', 8, { name: 'Ada', added_at: ago(8 * HOUR), last_received_at: null }),
    ])
    .execute();
  await db
    .insertInto('auto_replies')
    .values({
      handle_id,
      enabled: true,
      subject: 'I am at sea until January',
      text: 'Hello {name},\n\nthank you for your message. I am at sea and read my mail in the harbours only.\n\nMarie',
      starts_at: ago(2 * DAY),
      ends_at: ago(-20 * DAY),
      every_days: 7,
      audience: 'everybody',
    })
    .execute();
  await seedUse(db, handle_id, { since: 40, hour: 12, day: 170 });
  return owner;
}

/** Recipients to whom a handle has sent in this hour and in this day; it sent first `since` days ago. */
export async function seedUse(
  db: Database,
  handle_id: number,
  { since, hour, day }: { since: number; hour: number; day: number },
): Promise<void> {
  const settings = { handle_id, first_sent_at: ago(since * DAY) };
  await db
    .insertInto('sending_settings')
    .values(settings)
    .onConflict((conflict) => conflict.column('handle_id').doUpdateSet(settings))
    .execute();
  const start = (hours: number) => new Date(Math.floor((Date.now() - hours * HOUR) / HOUR) * HOUR);
  await db.deleteFrom('sending_usage').where('handle_id', '=', handle_id).execute();
  await db
    .insertInto('sending_usage')
    .values([
      { handle_id, hour: start(0), recipients: hour },
      { handle_id, hour: start(3), recipients: day - hour },
    ])
    .execute();
}

/** Contacts of a handle who wrote one after the other. */
export async function seedContacts(db: Database, handle_id: number, count: number): Promise<void> {
  const contacts = Array.from({ length: count }, (_, at) => ({
    handle_id,
    address: `somebody${at}@shop.example`,
    last_received_at: ago(at * MINUTE),
  }));
  await db.insertInto('contacts').values(contacts).execute();
}
