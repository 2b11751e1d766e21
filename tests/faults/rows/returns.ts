import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../client.ts';
import type { Fault } from '../fault.ts';
import { addSecondInbox } from '../front-door.ts';
import { killMail } from '../healing.ts';
import { type Entry, isVerified } from '../ledger.ts';
import type { World } from '../world.ts';

const DAY = 86_400;
const BOUNCES = 20;
const PATIENCE = 60_000;

/** Returned mail: bounces at our return addresses, and mail that expires in the queue. */
export const RETURNS: Fault[] = [
  {
    name: 'bounces',
    does: 'destinations bounce to our return addresses (SRS) while the mail process is killed and its connections are cut',
    async strike(world, chance) {
      const delivered = await untilDelivered(world, BOUNCES);
      if (delivered.length < BOUNCES)
        return [`harness: only ${delivered.length} messages were delivered to be bounced`];
      const bounces = delivered.map((one, at) => bounce(world, one, `127.30.${at}.1`));
      await sleep(chance.whole(50, 400));
      world.mailLine?.cutAll();
      await sleep(chance.whole(50, 400));
      await killMail(world);
      await world.mail.untilReady(PATIENCE);
      const replies = await Promise.all(bounces);
      const refused = replies.filter((reply) => reply !== 250);
      return refused.length > 0 ? [`I8: ${refused.length} bounces were never accepted: ${refused.join(', ')}`] : [];
    },
  },
  {
    name: 'expiry',
    does: 'one destination defers until its mail expires in the queue, and the mail process is killed meanwhile',
    load: { several: 0.6 },
    async strike(world, chance) {
      const { inbox, person } = chance.pick(world.destinations as [World['destinations'][number]]);
      inbox.on('rcpt', '451 4.2.1 Mailbox busy');
      await sleep(3000);
      const expired = await grow(world, person.destination, 6 * DAY);
      world.sink.refusers.add(person.destination);
      await killMail(world);
      await world.mail.untilReady(PATIENCE);
      const left = await untilGone(world, expired, 30_000);
      if (expired.length === 0) return ['harness: nothing waited that could expire'];
      return left > 0 ? [`I8: ${left} of ${expired.length} expired copies still wait`] : [];
    },
  },
  {
    name: 'second inbox',
    does: 'an inbox defers for hours, its mail goes to the second inbox, and the mail process is killed meanwhile',
    load: { several: 0.6 },
    async strike(world, chance) {
      const [first, other] = chance.shuffled(world.destinations);
      if (!first || !other) return ['harness: there are no two destinations'];
      const { person, inbox } = first;
      await addSecondInbox(world, person, `second-of-${person.address.split('@')[0]}@${other.domain}`);
      inbox.on('mail', '451 4.3.2 Down for maintenance');
      await sleep(3000);
      const old = await grow(world, person.destination, 5 * 3600);
      if (old.length === 0) return ['harness: nothing waited for the second inbox'];
      await sleep(chance.whole(0, 300));
      await killMail(world);
      await world.mail.untilReady(PATIENCE);
      const left = await untilGone(world, old, 30_000);
      return left > 0 ? [`I8: ${left} of ${old.length} copies did not go to the second inbox`] : [];
    },
  },
];

/** One delivered copy of a message with a verified sender. */
interface Delivered {
  entry: Entry;
  to: string;
  returnPath: string;
}

async function untilDelivered(world: World, count: number): Promise<Delivered[]> {
  const newest = Math.max(0, ...world.ledger.entries.keys());
  for (const deadline = Date.now() + 20_000; ; await sleep(100)) {
    world.sink.collect(world.ledger.entries);
    const delivered = [...world.ledger.entries.values()]
      .filter((entry) => entry.id > newest && isVerified(entry) && entry.replies.includes(250))
      .flatMap((entry) =>
        entry.copies.flatMap(({ to, destination }) => {
          const [copy] = world.sink.arrived(entry.id, destination);
          return copy ? [{ entry, to, returnPath: copy.from }] : [];
        }),
      );
    if (delivered.length >= count || Date.now() > deadline) return delivered.slice(0, count);
  }
}

/** Bounces a copy that the destination has accepted. Retries until the bounce is accepted, and returns the last reply. */
async function bounce(world: World, { entry, to, returnPath }: Delivered, from: string): Promise<unknown> {
  world.ledger.intendBounce(entry, to);
  const bytes = bounceOf(entry, returnPath);
  const replies = entry.bounces?.find((one) => one.to === to)?.replies ?? [];
  for (const deadline = Date.now() + PATIENCE; ; await sleep(200)) {
    const client = await Client.open(world.smtpPort, from).catch(() => null);
    const reply = client ? await client.send('', [returnPath], bytes, 20_000) : 'unsent';
    client?.close();
    replies.push(reply);
    if (reply === 250 || Number(reply) >= 500 || Date.now() > deadline) return reply;
  }
}

/** Returns a failure report (RFC 3464) with the header of the returned message. */
function bounceOf({ id }: Entry, returnPath: string): Buffer {
  return Buffer.from(
    [
      'From: Mail Delivery System <mailer-daemon@client.senders.internal>',
      `To: <${returnPath}>`,
      'Subject: Undelivered Mail Returned to Sender',
      `Message-ID: <bounce-${id}@client.senders.internal>`,
      `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
      'Auto-Submitted: auto-replied',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'The mailbox is gone.',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; client.senders.internal',
      '',
      'Final-Recipient: rfc822; inbox@elsewhere.internal',
      'Action: failed',
      'Status: 5.1.1',
      '',
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
      `From: Sender <f${id}@senders.internal>`,
      `Message-ID: <faults-${id}@senders.internal>`,
      `X-Faults-Id: ${id}`,
      '',
      '--b--',
      '',
    ].join('\r\n'),
  );
}

/** Ages the queued messages that have one destination only and makes them due. Returns the ids of their copies. */
async function grow(world: World, destination: string, seconds: number): Promise<string[]> {
  const rows = await world.ask<{ id: string }>(
    `with old as (
       select message_id from mail_recipients group by message_id having bool_and(destination = $1)
     ), aged as (
       update mail_messages set created_at = created_at - make_interval(secs => $2)
       where id in (select message_id from old) returning id
     )
     update mail_recipients set next_try_at = now() where message_id in (select id from aged) returning id`,
    [destination, seconds],
  );
  return rows.map(({ id }) => id);
}

/** Waits until copies have left the queue, without the delays of the retry schedule, and returns how many are left. */
async function untilGone(world: World, ids: string[], within: number): Promise<number> {
  for (const deadline = Date.now() + within; ; await sleep(200)) {
    const left = (await world.ask('select from mail_recipients where id = any($1)', [ids])).length;
    if (left === 0 || Date.now() > deadline) return left;
    await world.ask(
      "update mail_recipients set next_try_at = now() where id = any($1) and next_try_at > now() + interval '1 second'",
      [ids],
    );
  }
}
