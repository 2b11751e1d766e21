import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_SECONDS } from '../../../contract/time.ts';
import type { Fault } from '../fault.ts';
import { type Entry, isVerified } from '../judge/ledger.ts';
import { Client } from '../load/client.ts';
import { addSecondInbox } from '../load/web-client.ts';
import { killMail } from '../recovery.ts';
import type { World } from '../world/world.ts';

const BOUNCES = 20;
const TIMEOUT_MS = 60_000;

/** Returned mail: bounces at our return addresses, and mail that expires in the queue. */
export const BOUNCES_AND_EXPIRY: Fault[] = [
  {
    name: 'bounces',
    description:
      'destinations bounce to our return addresses (SRS) while the mail process is killed and its connections are cut',
    async inject(world, chance) {
      const delivered = await untilDelivered(world, BOUNCES);
      if (delivered.length < BOUNCES)
        return [`harness: only ${delivered.length} messages that can be bounced were delivered`];
      const bounces = delivered.map((one, at) => bounce(world, one, `127.30.${at}.1`));
      await sleep(chance.whole(50, 400));
      world.mailLine?.cutAll();
      await sleep(chance.whole(50, 400));
      await killMail(world);
      await world.mail.untilReady(TIMEOUT_MS);
      const replies = await Promise.all(bounces);
      const refused = replies.filter((reply) => reply !== 250);
      return refused.length > 0 ? [`I8: ${refused.length} bounces were never accepted: ${refused.join(', ')}`] : [];
    },
  },
  {
    name: 'expiry',
    description:
      'one destination defers until its mail expires in the queue, with a kill of the mail process in between',
    load: { several: 0.6 },
    async inject(world, chance) {
      const { inbox, person } = chance.pick(world.destinations as [World['destinations'][number]]);
      inbox.on('rcpt', '451 4.2.1 Mailbox busy');
      await sleep(3000);
      const expired = await ageQueuedMail(world, person.destination, 6 * DAY_SECONDS);
      world.sink.rejecting.add(person.destination);
      await killMail(world);
      await world.mail.untilReady(TIMEOUT_MS);
      const left = await untilGone(world, expired, 30_000);
      if (expired.length === 0) return ['harness: no queued copy could expire'];
      return left > 0 ? [`I8: ${left} of ${expired.length} expired copies are still queued`] : [];
    },
  },
  {
    name: 'second inbox',
    description:
      'an inbox defers for hours, and its mail goes to the second inbox, with a kill of the mail process in between',
    load: { several: 0.6 },
    async inject(world, chance) {
      const [first, other] = chance.shuffled(world.destinations);
      if (!first || !other) return ['harness: the fault needs two destinations'];
      const { person, inbox } = first;
      await addSecondInbox(world, person, `second-of-${person.address.split('@')[0]}@${other.domain}`);
      inbox.on('mail', '451 4.3.2 Down for maintenance');
      await sleep(3000);
      const old = await ageQueuedMail(world, person.destination, 5 * 3600);
      if (old.length === 0) return ['harness: no copy was queued for the second inbox'];
      await sleep(chance.whole(0, 300));
      await killMail(world);
      await world.mail.untilReady(TIMEOUT_MS);
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
  world.ledger.recordBounce(entry, to);
  const bytes = bounceOf(entry, returnPath);
  const replies = entry.bounces?.find((one) => one.to === to)?.replies ?? [];
  for (const deadline = Date.now() + TIMEOUT_MS; ; await sleep(200)) {
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
async function ageQueuedMail(world: World, destination: string, seconds: number): Promise<string[]> {
  const rows = await world.query<{ id: string }>(
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
    const left = (await world.query('select from mail_recipients where id = any($1)', [ids])).length;
    if (left === 0 || Date.now() > deadline) return left;
    await world.query(
      "update mail_recipients set next_try_at = now() where id = any($1) and next_try_at > now() + interval '1 second'",
      [ids],
    );
  }
}
