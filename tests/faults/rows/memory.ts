import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../chance.ts';
import type { Fault } from '../fault.ts';
import { hashOf, type Reply } from '../judge/ledger.ts';
import { Client } from '../load/client.ts';
import { copiesFor, nextId, writeMessage } from '../load/load.ts';
import { drain } from '../recovery.ts';
import { descendants } from '../world/daemon.ts';
import type { Destination, World } from '../world/world.ts';

const MESSAGES = 20;
const MEGABYTES = 20;
/** Megabytes that the mail process can allocate beyond its current size, half of the total size of the messages. */
const EXTRA_MEGABYTES = 200;
/** Megabytes by which memory may grow from the first batch to the second: a fifth of a batch, which the allocator keeps. */
const MAX_GROWTH = 80;
const SHRINK_TIMEOUT_MS = 30_000;

/** Large parallel messages that exceed the memory of the mail process. */
export const MEMORY: Fault[] = [
  {
    name: 'memory pressure',
    description: `${MESSAGES} messages of ${MEGABYTES} MB in parallel, twice, while a mail process can allocate only ${EXTRA_MEGABYTES} MB more`,
    load: { senders: 3 },
    own: { processes: 1 },
    missing() {
      const { status } = spawnSync('prlimit', [`--data=${2 ** 30}`, 'true']);
      return status === 0 ? null : 'prlimit is not available';
    },
    async inject(world, chance, load) {
      const processes = descendants(world.mail.pid);
      for (const pid of processes) limit(pid, dataOf(pid) + EXTRA_MEGABYTES);
      const replies: Reply[] = [];
      const held: number[] = [];
      load.waits.length = 0;
      // The first batch grows the allocator's pools, which the process keeps. Growth after the second one is a leak.
      for (let turn = 0; turn < 2; turn++) {
        // One destination defers, so that its messages are queued.
        const { inbox } = chance.pick(world.destinations as [Destination, ...Destination[]]);
        inbox.on('data', '451 4.3.1 Not now');
        const sends = largeMessages(world, chance.fork(`turn ${turn}`));
        replies.push(...(await Promise.all(sends.map((send) => send()))));
        inbox.on('data', null);
        await drain(world, 10);
        held.push(world.mail.megabytes);
      }
      const [first = 0] = held;
      let last = held.at(-1) ?? 0;
      for (
        const deadline = Date.now() + SHRINK_TIMEOUT_MS;
        last > first + MAX_GROWTH && Date.now() < deadline;
        await sleep(500)
      ) {
        last = world.mail.megabytes;
      }
      const broken: string[] = [];
      // 451 is correct while the database cannot store the messages fast enough, because the sender retries. It must stay rare.
      const deferred = replies.filter((reply) => reply === 451).length;
      const refused = replies.filter((reply) => reply !== 250 && reply !== 451);
      if (refused.length > 0) broken.push(`I9: ${refused.length} large messages got the replies ${refused.join(', ')}`);
      if (deferred > replies.length / 4)
        broken.push(`I9: ${deferred} of ${replies.length} large messages were deferred`);
      const { length } = load.waits;
      if (length < 20) broken.push(`I9: only ${length} other messages were accepted during the fault`);
      if (last > first + MAX_GROWTH)
        broken.push(`I10: ${Math.round(first)} MB after the first batch, ${Math.round(last)} MB after the second`);
      if (processes.join() !== descendants(world.mail.pid).join()) broken.push('I10: a mail process exited');
      return broken;
    },
  },
];

/** Makes further allocations fail. */
function limit(pid: number, megabytes: number): void {
  const { stderr, status } = spawnSync('prlimit', ['--pid', `${pid}`, `--data=${megabytes * 2 ** 20}`], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`prlimit: ${stderr}`);
}

/** Returns the memory that counts against RLIMIT_DATA, in megabytes. */
function dataOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.ceil(Number(/^VmData:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024);
}

/** Records the large messages in the ledger, and returns a function for each one that sends it. */
function largeMessages(world: World, chance: Chance): (() => Promise<Reply>)[] {
  const block = writeMessage(0, [], chance, { lines: 50_000 }).bytes;
  const text = block.subarray(block.indexOf('\r\n\r\n') + 4);
  return Array.from({ length: MESSAGES }, (_, at) => {
    const copies = copiesFor(chance.shuffled(world.people).slice(0, chance.whole(1, 2)));
    const { entry, bytes: head } = writeMessage(nextId(), copies, chance);
    const repeated = Array.from({ length: Math.floor((MEGABYTES * 1e6) / text.length) }, () => text);
    const bytes = Buffer.concat([head, ...repeated]);
    Object.assign(entry, { size: bytes.length, hash: hashOf(bytes) });
    world.ledger.recordMessage(entry);
    return async () => {
      const client = await Client.open(world.smtpPort, `127.150.${at}.1`);
      const to = copies.map((copy) => copy.to);
      const reply = await client.send(entry.sender, to, bytes, 180_000);
      world.ledger.recordReply(entry, reply);
      client.close();
      return reply;
    };
  });
}
