import { randomUUID } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { DAY, MINUTE } from '../../../contract/time.ts';
import type { SupportRequests } from '../../../db/schema.ts';
import { newId } from '../../../mail/message/message-id.ts';
import { pauseQueue } from '../../../server/mail/shared/queue-pause-store.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { seedDeliveries } from './deliveries.ts';
import { seedAccount, seedOwner } from './owner.ts';
import { ago } from './seed.ts';

const at = (minutes: number) => ago(minutes * MINUTE);
const LONG = 'the-inbox-of-somebody-with-a-very-long-address-indeed@mail.a-long-domain-name.example';

/** Requests to support in every state; the first has two answers. */
export async function seedSupportRequests(db: Database): Promise<void> {
  const { handleId: handle_id, accountId } = await seedOwner(db, 'curie');
  const { handleId: lm, accountId: lise } = await seedOwner(db, 'lm');
  const free = { priority: false, plan: 'Free' };
  const request = (
    account_id: number,
    minutes: number,
    values: Pick<SupportRequests, 'subject' | 'text'> & Partial<Insertable<SupportRequests>>,
  ) =>
    db
      .insertInto('support_requests')
      .values({ account_id, created_at: at(minutes), ...free, ...values })
      .returning('id')
      .executeTakeFirstOrThrow();
  await request(await seedAccount(db, 'spam@inbox.example'), 9000, {
    subject: 'Best offers',
    text: 'Buy!',
    plan: null,
    state: 'closed',
    closed_at: at(8000),
  });
  await request(lise, 2000, {
    handle_id: lm,
    plan: 'Deluxe',
    priority: true,
    state: 'answered',
    answered_at: at(1965),
    subject: 'Can my assistant edit the page?',
    text: 'How?',
  });
  await request(await seedAccount(db, LONG), 3 * 1440 + 300, {
    subject: `A subject as long as it may be, ${'which goes on and on '.repeat(5)}`.trim(),
    text: 'Help! '.repeat(400).trim(),
  });
  const { id: request_id } = await request(accountId, 42, {
    handle_id,
    plan: 'Plus',
    priority: true,
    subject: 'Mail from my bank does not arrive',
    text: 'Hello,\n\nsince Monday nothing from my bank arrives. Other mail does.\n\nThe delivery log says "deferred".\n\nThank you\nMarie',
  });
  const admin = await db.selectFrom('accounts').select('id').where('is_admin', '=', true).executeTakeFirst();
  const full = 'Your inbox is full.\n\nPlease delete something.';
  await db
    .insertInto('support_answers')
    .values([
      { request_id, created_at: at(30), author_id: admin?.id ?? null, text: full },
      { request_id, created_at: at(5), text: 'Does it work now?' },
    ])
    .execute();
}

/** The handle `radium` with mail of every kind; one message waits in the queue. */
export async function seedTracedMail(db: Database): Promise<void> {
  const { queued = '' } = await seedDeliveries(db, await seedOwner(db, 'radium'));
  await seedWaitingMail(db, {
    domain: 'inbox.example',
    count: 1,
    id: queued,
    minutes: 26,
    words: '452 4.2.2 The mailbox is full',
  });
}

/** Messages of the same age that wait for one destination; the first has the id of its delivery. */
async function seedWaitingMail(
  db: Database,
  {
    domain,
    count,
    minutes,
    words,
    id = newId(at(minutes)),
  }: { domain: string; count: number; minutes: number; words: string; id?: string },
): Promise<void> {
  await sql`insert into mail_messages (id, report_to, utf8, size, created_at)
    values (${id}, '', false, 48213, ${at(minutes)})`.execute(db);
  await sql`insert into mail_recipients
      (id, message_id, sender, destination, domain, recipient, key, next_try_at, last_words, attempts, held)
    select ${id} || case when n > 1 then '-' || n else '' end, ${id}, '', 'a' || n || '@' || ${domain}::text, ${domain}, '', 'key',
      ${ago(-DAY)}, ${words}, 4, n > 1 and n < 5
    from generate_series(1, ${count}::integer) n`.execute(db);
}

/** A mail queue that is paused, with mail for two domains, of which some is held, and with alarms. */
export async function seedPausedQueue(db: Database): Promise<void> {
  await seedWaitingMail(db, {
    domain: 'inbox.example',
    count: 1190,
    minutes: 2900,
    words: '421 4.7.0 Try again later',
  });
  await seedWaitingMail(db, { domain: 'university.example', count: 2, minutes: 80, words: '552 5.2.2 Over quota' });
  await db
    .insertInto('mail_alarms')
    .values([
      {
        kind: 'reputation',
        host: 'mx1.inbox.example',
        words: '554 5.7.1 Service unavailable; client [203.0.113.9] is on a block list',
        count: 48,
        first_at: at(300),
        last_at: at(4),
      },
      {
        kind: 'mailbox-full',
        host: 'mx.university.example',
        words: '552 5.2.2 Over quota',
        count: 2,
        first_at: at(80),
        last_at: at(75),
      },
    ])
    .execute();
  await pauseQueue(db, 'This database was restored from a copy.');
}

/** A payment for the handle `ada`, which has another owner now. */
export async function seedTransferredPayment(db: Database): Promise<void> {
  const email = 'seller@inbox.example';
  const account_id = await seedAccount(db, email);
  const { handleId: handle_id } = await seedOwner(db, 'ada', { accountId: await seedAccount(db, `buyer.${LONG}`) });
  await db
    .insertInto('payments')
    .values({
      account_id,
      email,
      handle_id,
      handle: 'ada',
      plan: 'Vanity',
      price_cents: 4999,
      state: 'granted',
      client_id: 'paypal-client',
      reference: randomUUID(),
      order_id: '5O190127TN364715T',
      payer_email: 'seller.of.handles@paypal.example',
      created_at: at(900),
      captured_at: at(899),
      granted_at: at(899),
      next_check_at: ago(-DAY),
    })
    .execute();
}
