import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from './chance.ts';
import { type Entry, idOf, type QueuedRow } from './judge/ledger.ts';
import { Client } from './load/client.ts';
import { copiesFor, nextId, writeMessage } from './load/load.ts';
import { resetLine, type World } from './world/world.ts';

/** Ends every fault. Nameplate then recovers without intervention. */
export async function clearFaults(world: World): Promise<void> {
  for (const { domain, inbox, line } of world.destinations) {
    resetLine(inbox, line);
    world.dns.names[domain] = { MX: [{ exchange: `mx.${domain}`, priority: 10 }] };
    world.dns.names[`mx.${domain}`] = { A: [line.host] };
  }
  world.relay?.clearFaults();
  world.mailLine?.clearFaults();
  world.webLine?.clearFaults();
  world.moveClock(0);
  world.disk?.free();
}

/** Returns the seconds until mail for every person gets 250 again, or null if that takes more than `limit`. */
export async function recover(world: World, chance: Chance, limit: number): Promise<number | null> {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  const taken = await Promise.all(
    world.people.map(async (person) => {
      while (seconds() < limit) {
        const { entry, bytes } = writeMessage(nextId(), copiesFor([person]), chance);
        world.ledger.recordMessage(entry);
        const from = `127.9.${chance.whole(0, 250)}.${chance.whole(1, 250)}`;
        const client = await Client.open(world.smtpPort, from, 5000).catch(() => null);
        const reply = client ? await client.send(entry.sender, [person.address], bytes, limit * 1000) : 'unsent';
        world.ledger.recordReply(entry, reply);
        client?.close();
        if (reply === 250) return true;
        await sleep(200);
      }
      return false;
    }),
  );
  return taken.every(Boolean) ? seconds() : null;
}

/**
 * Waits up to `limit` seconds until the queue is empty. Makes every deferred copy due, because the retry schedule takes
 * minutes and hours, and does not change leases. Returns whether a copy is still queued.
 */
export async function drain(
  world: Pick<World, 'query' | 'ledger' | 'sink'>,
  limit: number,
): Promise<(entry: Entry, destination: string) => boolean> {
  let rows: QueuedRow[] = [];
  for (const deadline = Date.now() + limit * 1000; ; await sleep(250)) {
    rows = await world.query<QueuedRow>('select sender, destination, recipient from mail_recipients');
    if (rows.length === 0 || Date.now() > deadline) break;
    await world.query(
      "update mail_recipients set next_try_at = now() where next_try_at > now() + interval '1 second' and (lease_until is null or lease_until < now())",
    );
  }
  world.sink.collect(world.ledger.entries);
  return (entry, destination) => rows.some((row) => row.destination === destination && idOf(row) === entry.id);
}

/** Selects the database sessions that still execute a statement of a dead process. */
const UNDER_WAY = `select pid from pg_stat_activity
  where backend_type = 'client backend' and state = 'active' and query ilike '%mail_%' and pid <> pg_backend_pid()`;

/**
 * Records, right after a kill, the copies that had arrived and were not marked: each of them may arrive a second time. If no
 * mail process is alive and the world is hurried, it also ends the leases of the killed process.
 */
export async function countHits(world: World, isAnyAlive: boolean): Promise<void> {
  // Data that the dead process had already sent still arrives.
  await sleep(150);
  for (let busy = 1, tries = 0; busy > 0 && tries < 40; tries++) {
    busy = (await world.query(UNDER_WAY)).length;
    if (busy > 0) await sleep(50);
  }
  world.sink.collect(world.ledger.entries);
  const rows = await world.query<QueuedRow>(
    'select sender, destination, recipient from mail_recipients where lease_until > now()',
  );
  for (const row of rows) {
    const id = idOf(row);
    // Mail from one of our handles to another one arrives at the inbox of the second one.
    const person = world.people.find(({ address }) => address === row.destination.replace(/\+[^@]*/, ''));
    const destination = person?.destination ?? row.destination;
    const backup = world.people.find((person) => person.destination === destination)?.backup;
    const arrived = [destination, backup].some((place) => place && world.sink.arrived(id, place).length > 0);
    if (id && (arrived || world.sink.noticesTo(id, destination) > 0)) world.sink.hit(id, destination);
  }
  if (!isAnyAlive && world.options.hurried) {
    await world.query('update mail_recipients set lease_until = now() where lease_until > now()');
  }
}

/** Kills the mail process and its children with SIGKILL; the supervisor starts a new one. */
export async function killMail(world: World): Promise<void> {
  await world.mail.kill(() => countHits(world, false));
}
