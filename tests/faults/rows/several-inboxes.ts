import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../chance.ts';
import type { Fault } from '../fault.ts';
import type { Reply } from '../judge/ledger.ts';
import { Client } from '../load/client.ts';
import { nextId, writeMessage } from '../load/load.ts';
import { killMail } from '../recovery.ts';
import type { World } from '../world/world.ts';

/** A handle whose plan has teams. */
const TEAM = 'crew';
const SENDERS = 3;
const READY = 60_000;

/** A handle with three inboxes, while processes are killed: one rejects, one defers at first, and one accepts. */
export const SEVERAL_INBOXES: Fault[] = [
  {
    name: 'several inboxes',
    description:
      'kill -9 of the mail process, twice, while copies of one message are on their way to three inboxes of a handle: one rejects, one defers and one accepts',
    async inject(world, chance) {
      const [accepting, deferring, rejecting] = chance.shuffled(world.destinations);
      if (!accepting || !deferring || !rejecting) return ['harness: the fault needs three destinations'];
      const inboxes = [accepting, deferring, rejecting].map(({ domain }) => `member@${domain}`);
      await createTeam(world, inboxes);
      const { domain, inbox, person } = rejecting;
      for (const name of [`member@${domain}`, person.destination]) world.sink.rejecting.add(name);
      inbox.on('rcpt', '550 5.7.1 Not wanted');
      deferring.inbox.on('rcpt', '451 4.3.2 Later');
      let running = true;
      const senders = Array.from({ length: SENDERS }, (_, at) =>
        sendWhile(() => running, world, { inboxes, chance: chance.fork(`team ${at}`), from: `127.20.0.${at + 1}` }),
      );
      for (let kills = 0; kills < 2; kills++) {
        await sleep(chance.whole(500, 2000));
        await killMail(world);
        await world.mail.untilReady(READY);
      }
      deferring.inbox.on('rcpt', null);
      await sleep(chance.whole(500, 1500));
      running = false;
      const accepted = (await Promise.all(senders)).reduce((sum, count) => sum + count, 0);
      await untilSettled(world, inboxes);
      if (accepted === 0) return ['harness: no message to the handle with several inboxes was accepted'];
      const [left] = await world.query<{ count: number }>('select count(*)::integer as count from mail_groups');
      return left?.count === 0 ? [] : [`I8: ${left?.count} groups of copies are left without their copies`];
    },
  },
];

/** Creates the handle with its owner and two members, unless it exists, and sets their inboxes. */
async function createTeam(world: World, inboxes: string[]): Promise<void> {
  await world.query(
    `with people as (
       insert into accounts (email, email_verified_at)
       select 'crew-' || n || '@senders.internal', now() from generate_series(1, 3) as n
       on conflict do nothing returning id, email
     ), crew as (
       insert into handles (handle, account_id, paid_until)
       select $1, id, now() + interval '1 year' from people where email like 'crew-1@%' returning id
     ), members as (
       insert into handle_members (handle_id, account_id, email, role, mail, expires_at, joined_at)
       select crew.id, people.id, email, 'editor', true, now(), now() from crew, people where email not like 'crew-1@%'
     )
     insert into forwardings (handle_id, address, address_key) select id, 'none', 'none' from crew`,
    [TEAM],
  );
  await world.query(
    `with inboxes as (select * from unnest($2::text[]) with ordinality as i (address, nr)), members as (
       update handle_members m set address = i.address, address_key = i.address
       from inboxes i where m.email = 'crew-' || i.nr || '@senders.internal'
     )
     update forwardings f set address = i.address, address_key = i.address
     from inboxes i, handles h where i.nr = 1 and h.handle = $1 and f.handle_id = h.id`,
    [TEAM, inboxes],
  );
}

/** Sends messages to the handle, again if there was no reply. Returns how many were accepted. */
async function sendWhile(
  isRunning: () => boolean,
  world: World,
  { inboxes, chance, from }: { inboxes: string[]; chance: Chance; from: string },
): Promise<number> {
  const to = `${TEAM}@${new URL(world.site).host}`;
  let accepted = 0;
  let client: Client | null = null;
  while (isRunning()) {
    const copies = inboxes.map((destination) => ({ to, destination }));
    const { entry, bytes } = writeMessage(nextId(), copies, chance, { lines: chance.whole(2, 50) });
    world.ledger.recordMessage(entry);
    let reply: Reply = 'unsent';
    for (let tries = 0; tries < 3 && isRunning() && (reply === 'none' || reply === 'unsent'); tries++) {
      client = await connected(client, world, from);
      if (!client) {
        await sleep(50);
        continue;
      }
      reply = await client.send(entry.sender, [to], bytes, 25_000);
      world.ledger.recordReply(entry, reply);
      if (typeof reply !== 'number' || reply === 421) client.close();
    }
    if (reply === 250) accepted++;
    await sleep(chance.whole(0, 60));
  }
  client?.close();
  return accepted;
}

/** Returns the connection if it is open, otherwise a new one; null if no server listens. */
async function connected(client: Client | null, world: World, from: string): Promise<Client | null> {
  return client?.open ? client : Client.open(world.smtpPort, from).catch(() => null);
}

/** Makes deferred copies due until none is left. */
async function untilSettled(world: World, inboxes: string[]): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(200)) {
    const left = await world.query(
      `update mail_recipients set next_try_at = least(next_try_at, now()) where destination = any($1) returning id`,
      [inboxes],
    );
    if (left.length === 0) return;
  }
}
