import { setTimeout as sleep } from 'node:timers/promises';
import { median, type Section } from '../report.ts';
import { type Load, type Sink, send } from './load.ts';

/** A server that can be told to try its queue now. */
export interface QueueContender {
  name: string;
  port: number;
  to: string;
  flush(): Promise<void> | void;
  /** Messages that have been tried and wait. */
  deferred(): Promise<number> | number;
}

const WARM_UP = 4;

interface Run {
  accepted: number;
  drained: number;
}

/**
 * Messages a second that are put on the queue while the destination defers each of them, and that leave it once it takes
 * them. Both servers sync what they have promised to the same disk. `open` starts a sink of either kind on one port.
 */
export async function compareQueues(
  contenders: QueueContender[],
  load: Omit<Load, 'port' | 'to'>,
  open: (deferring: boolean) => Promise<Sink>,
  rounds: number,
): Promise<Section> {
  // The first rounds show a server that has just been started.
  for (let round = 0; round < WARM_UP; round += 1) {
    for (const contender of contenders) await queue(contender, load, open);
  }
  const runs = contenders.map((): Run[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, contender] of contenders.entries()) runs[at]?.push(await queue(contender, load, open));
  }
  const peer = runs[0] ?? [];
  const timesPeer = (own: Run[], what: keyof Run) =>
    `${median(own.map((run, round) => run[what] / (peer[round]?.[what] ?? Number.NaN))).toFixed(2)} x`;
  return {
    title: `The queue, ${load.connections} connections, ${load.messages} messages a run: the destination defers, then takes`,
    rows: contenders.map(({ name }, at) => {
      const own = runs[at] ?? [];
      return {
        server: name,
        'accepted/s': Math.round(median(own.map(({ accepted }) => accepted))),
        'times Postfix ': timesPeer(own, 'accepted'),
        'drained/s': Math.round(median(own.map(({ drained }) => drained))),
        'times Postfix': timesPeer(own, 'drained'),
      };
    }),
  };
}

async function queue(
  { name, port, to, flush, deferred }: QueueContender,
  load: Omit<Load, 'port' | 'to'>,
  open: (deferring: boolean) => Promise<Sink>,
): Promise<Run> {
  const deferring = await open(true);
  const begun = performance.now();
  await send({ ...load, port, to }).catch((error: Error) => {
    throw new Error(`${name}: ${error.message}`);
  });
  const accepted = performance.now() - begun;
  if (deferring.taken() > 0) throw new Error(`${name} brought mail to a sink that defers all of it`);
  // Who is still trying would else find nobody there.
  for (const deadline = Date.now() + 60_000; (await deferred()) < load.messages; await sleep(50)) {
    if (Date.now() > deadline) throw new Error(`${name} has not tried all its mail after a minute`);
  }
  await deferring.stop();

  const taking = await open(false);
  const flushed = performance.now();
  await flush();
  await taking.until(load.messages).catch((error: Error) => {
    throw new Error(`${name}: ${error.message}`);
  });
  const drained = performance.now() - flushed;
  await taking.stop();
  return { accepted: (load.messages * 1000) / accepted, drained: (load.messages * 1000) / drained };
}
