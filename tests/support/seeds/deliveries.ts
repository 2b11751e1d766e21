import type { Delivery, DeliveryEvent } from '../../../contract/forwarding/delivery-log.ts';
import { MINUTE } from '../../../contract/time.ts';
import { newId } from '../../../mail/message/message-id.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { type Owner, seedOwner } from './owner.ts';
import { ago } from './seed.ts';

const minutesAgo = (minutes: number) => ago(minutes * MINUTE).toISOString();

/** A delivery of each kind in the log of a handle. Returns their ids by name. */
export async function seedDeliveries(db: Database, { handleId, handle }: Owner): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const [name, { receivedAt, events, ...delivery }] of Object.entries(deliveries(handle))) {
    const id = newId(new Date(receivedAt));
    ids[name] = id;
    const row = { ...delivery, id, handle_id: handleId, received_at: receivedAt, events: JSON.stringify(events) };
    await db.insertInto('flights').values(row).execute();
  }
  return ids;
}

/** The owner of a handle with a delivery of each kind, blocked senders, allowed lists, and a second inbox that is not verified yet. */
export async function seedReceiver(db: Database, handle: string): Promise<Owner> {
  const owner = await seedOwner(db, handle, { inbox: 'marie-curie@inbox.example' });
  const { handleId: handle_id } = owner;
  await seedDeliveries(db, owner);
  const backup = 'marie@second-inbox.example';
  await db
    .updateTable('forwardings')
    .set({
      keep_subjects: true,
      backup_pending_address: backup,
      backup_pending_key: backup,
      limit_reached_at: minutesAgo(90),
    })
    .where('handle_id', '=', handle_id)
    .execute();
  for (const pattern of [
    '@ads.example',
    'offers@shop.example',
    'somebody.with.a.very.long.name@newsletters.department.example',
  ])
    await db.insertInto('forwarding_blocks').values({ handle_id, pattern }).execute();
  for (const list_id of ['announce.lists.a-club-with-a-rather-long-name.example', 'lists.school.example'])
    await db.insertInto('forwarding_lists').values({ handle_id, list_id }).execute();
  return owner;
}

/** One delivery of each kind, by name. */
function deliveries(handle: string): Record<string, Omit<Delivery, 'id' | 'handleId'>> {
  const checked = (at: string, results: Partial<DeliveryEvent> = {}): DeliveryEvent => ({
    at,
    step: 'checked',
    spf: 'pass elsewhere.example',
    dkim: ['pass elsewhere.example'],
    dmarc: 'pass elsewhere.example',
    arc: 'none',
    ...results,
  });
  const delivery = (minutes: number, rest: Partial<Delivery>): Omit<Delivery, 'id' | 'handleId'> => ({
    direction: 'received',
    recipient: `${handle}@localhost`,
    sender: 'friend@elsewhere.example',
    author: 'friend@elsewhere.example',
    subject: 'Lunch on Thursday?',
    client: '203.0.113.7',
    size: 4_812,
    state: 'delivered',
    receivedAt: minutesAgo(minutes),
    events: [{ at: minutesAgo(minutes), step: 'received' }, checked(minutesAgo(minutes))],
    ...rest,
  });
  const firstEvents = (minutes: number, results?: Partial<DeliveryEvent>): DeliveryEvent[] => [
    { at: minutesAgo(minutes), step: 'received' },
    checked(minutesAgo(minutes), results),
    { at: minutesAgo(minutes), step: 'changed', changes: ['sender', 'sealed'] },
  ];
  const sent = {
    direction: 'sent',
    author: `${handle}@localhost`,
    sender: 'bounces-7fq3@localhost',
    client: '',
  } as const;
  return {
    sent: delivery(2, {
      ...sent,
      recipient: 'alice@shop.example',
      subject: 'The order of last week',
      events: [
        { at: minutesAgo(2), step: 'received' },
        { at: minutesAgo(2), step: 'changed', changes: ['signed'] },
        { at: minutesAgo(2), step: 'delivered', host: 'mx.shop.example', code: 250, words: '2.0.0 OK', final: true },
      ],
    }),
    'sent-returned': delivery(3, {
      ...sent,
      recipient: 'jo@old-company.example',
      subject: 'The order of last week',
      state: 'returned',
      events: [
        { at: minutesAgo(3), step: 'received' },
        { at: minutesAgo(3), step: 'changed', changes: ['signed'] },
        { at: minutesAgo(3), step: 'tried', host: 'mx.old-company.example', code: 550, words: '5.1.1 No such user' },
        { at: minutesAgo(3), step: 'returned', enhanced: '5.1.1', words: 'The mailbox does not exist' },
      ],
    }),
    'under-way': delivery(0, { state: 'under-way', subject: 'Photos', author: 'ada@elsewhere.example' }),
    delivered: delivery(4, {
      events: [
        ...firstEvents(4),
        {
          at: minutesAgo(4),
          step: 'delivered',
          host: 'mx1.inbox.example',
          code: 250,
          words: '2.0.0 OK 1763741102 j17si2043',
          final: true,
        },
      ],
    }),
    queued: delivery(26, {
      state: 'queued',
      sender: 'bounce-4711-a8f3c0917de24b@mailings.a-rather-long-name-of-a-sender.example',
      author: 'news@a-rather-long-name-of-a-sender.example',
      subject: 'The news of the week, with a subject that is too long for one line on the screen of a phone',
      events: [
        ...firstEvents(26),
        {
          at: minutesAgo(25),
          step: 'tried',
          host: 'mx1.inbox.example',
          code: 450,
          enhanced: '4.2.0',
          words: '4.2.0 Greylisted, please come back in 300 seconds',
        },
        { at: minutesAgo(25), step: 'queued', nextAt: minutesAgo(19) },
        { at: minutesAgo(19), step: 'tried', host: 'mx2.inbox.example', words: 'connect ETIMEDOUT' },
        { at: minutesAgo(19), step: 'queued', nextAt: minutesAgo(-5) },
      ],
    }),
    self: delivery(65, {
      sender: 'marie-curie@inbox.example',
      author: 'marie-curie@inbox.example',
      subject: 'test',
      events: [
        ...firstEvents(65),
        { at: minutesAgo(65), step: 'delivered', host: 'mx1.inbox.example', code: 250, words: '2.0.0 OK', final: true },
      ],
    }),
    refused: delivery(60 * 26, {
      state: 'refused',
      sender: '',
      author: 'security@bank.example',
      subject: 'Your account has been limited',
      events: [
        { at: minutesAgo(60 * 26), step: 'received' },
        checked(minutesAgo(60 * 26), {
          spf: 'fail bank.example',
          dkim: ['fail bank.example', 'none'],
          dmarc: 'fail bank.example',
          list: 'alerts.lists.bank.example',
        }),
        {
          at: minutesAgo(60 * 26),
          step: 'refused',
          code: 550,
          enhanced: '5.7.1',
          words: '5.7.1 Refused by the DMARC policy of bank.example',
        },
      ],
    }),
    'handed-on': delivery(60 * 30, {
      state: 'handed-on',
      subject: '',
      events: [
        ...firstEvents(60 * 30),
        {
          at: minutesAgo(60 * 30),
          step: 'delivered',
          host: 'relay.provider.example',
          code: 250,
          words: '2.0.0 queued as 4bX2',
          final: false,
        },
      ],
    }),
    dropped: delivery(60 * 50, { state: 'dropped', subject: null }),
    'refused-there': delivery(60 * 60, {
      state: 'refused',
      subject: 'Offer',
      events: [
        ...firstEvents(60 * 60),
        {
          at: minutesAgo(60 * 60),
          step: 'tried',
          host: 'mx1.inbox.example',
          code: 554,
          enhanced: '5.7.1',
          words: 'Message looks like spam',
        },
        {
          at: minutesAgo(60 * 60),
          step: 'refused',
          code: 550,
          enhanced: '5.7.1',
          words: 'The recipient does not accept this message',
        },
      ],
    }),
    returned: delivery(60 * 24 * 6, {
      state: 'returned',
      events: [
        ...firstEvents(60 * 24 * 6),
        {
          at: minutesAgo(60 * 24),
          step: 'tried',
          backup: true,
          host: 'mx.second-inbox.example',
          code: 452,
          words: '4.2.2 The mailbox is full',
        },
        {
          at: minutesAgo(60 * 24),
          step: 'returned',
          enhanced: '5.4.7',
          words: 'The mailbox did not accept the mail for five days',
        },
      ],
    }),
  };
}
