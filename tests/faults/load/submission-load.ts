import { setTimeout as sleep } from 'node:timers/promises';
import { hashAppPassword } from '../../../server/sending/shared/app-password-secret.ts';
import type { Chance } from '../chance.ts';
import { type Entry, hashOf } from '../judge/ledger.ts';
import type { World } from '../world/world.ts';
import { Client, type Login } from './client.ts';
import { nextId } from './load.ts';

const CONNECTIONS = 4;
const REPLY_TIMEOUT = 25_000;
const PAUSE = 60;
const PASSWORD = 'app password of the fault harness';

/** Gives the world a handle of a paid plan with an app password, and returns its login. The user name is its address. */
export async function createSender(world: World): Promise<Login> {
  const domain = new URL(world.site).hostname;
  const handle = 'f-sender';
  await world.query(
    `with account as (
       insert into accounts (email, email_verified_at) values ('f-sender@senders.internal', now())
       on conflict do nothing returning id
     ), claimed as (
       insert into handles (handle, account_id, paid_until) select $1, id, now() + interval '1 year' from account
       returning id
     ), forwarded as (
       insert into forwardings (handle_id, address, address_key)
       select id, 'f-sender@senders.internal', 'f-sender@senders.internal' from claimed
     )
     insert into app_passwords (handle_id, name, secret_hash) select id, 'faults', $2 from claimed`,
    [handle, hashAppPassword(PASSWORD)],
  );
  return { user: `${handle}@${domain}`, password: PASSWORD };
}

/** Mail programs of one handle that send a steady stream of mail to other servers and, partly, to our own handles. */
export class SubmissionLoad {
  private running = true;
  private readonly workers: Promise<void>[];
  private readonly world: World;
  private readonly login: Login;

  constructor(world: World, login: Login, chance: Chance) {
    this.world = world;
    this.login = login;
    this.workers = Array.from({ length: CONNECTIONS }, (_, at) => this.work(at, chance.fork(`program ${at}`)));
  }

  /** Waits for the messages in transfer. */
  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.workers);
  }

  private async work(at: number, chance: Chance): Promise<void> {
    const { ledger, submissionPort } = this.world;
    let client: Client | null = null;
    while (this.running) {
      if (!client?.open) {
        client = await Client.openSubmission(submissionPort, `127.200.${at}.1`, this.login).catch(() => null);
        if (!client) {
          await sleep(50);
          continue;
        }
      }
      const { entry, bytes } = this.write(chance);
      ledger.recordMessage(entry);
      const to = entry.copies.map((copy) => copy.to);
      const reply = await client.send(this.login.user, to, bytes, REPLY_TIMEOUT);
      ledger.recordReply(entry, reply);
      if (reply === 'none' || reply === 'unsent' || reply === 421) client.close();
      await sleep(chance.next() * PAUSE);
    }
    client?.close();
  }

  /** The header has no field that submission moves or removes, so that the bytes leave unchanged below our own fields. */
  private write(chance: Chance): { entry: Entry; bytes: Buffer } {
    const { destinations, people } = this.world;
    const id = nextId();
    const count = chance.next() < 0.4 ? 2 : 1;
    const others = chance.shuffled(destinations).slice(0, count);
    const copies = others.map(({ domain }) => ({ to: `f${id}@${domain}`, destination: `f${id}@${domain}` }));
    const person = chance.next() < 0.3 ? chance.pick([people[0], ...people.slice(1)]) : undefined;
    if (person) copies[0] = { to: person.address.replace('@', `+f${id}@`), destination: person.destination };
    const text = Array.from({ length: chance.whole(2, 300) }, () => chance.next().toString(36).slice(2).repeat(3));
    const bytes = Buffer.from(
      [
        `From: Sender <${this.login.user}>`,
        'To: undisclosed-recipients:;',
        `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
        `Subject: Message ${id}`,
        `X-Faults-Id: ${id}`,
        '',
        ...text,
        '',
      ].join('\r\n'),
      'latin1',
    );
    const entry: Entry = {
      ...{ id, sender: this.login.user, copies, isSubmitted: true },
      ...{ size: bytes.length, hash: hashOf(bytes), replies: [] },
    };
    return { entry, bytes };
  }
}
