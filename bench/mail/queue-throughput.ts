import { setTimeout as sleep } from 'node:timers/promises';
import { median, type Section } from '../print-tables.ts';
import { type Load, type Sink, send } from './smtp-load.ts';

/** A server whose queue can be flushed. */
export interface QueueContender {
  name: string;
  port: number;
  to: string;
  flush(): Promise<void> | void;
  /** Returns the number of deferred messages. */
  deferred(): Promise<number> | number;
}

const WARM_UP = 4;

interface Run {
  accepted: number;
  drained: number;
}

/**
 * Measures the messages per second that enter the queue while the destination defers everything, and the messages per
 * second that leave it when the destination accepts them. Both servers sync accepted mail to the same disk. `open`
 * starts a sink on a fixed port.
 */
export async function compareQueues(
  contenders: QueueContender[],
  load: Omit<Load, 'port' | 'to'>,
  open: (deferring: boolean) => Promise<Sink>,
  rounds: number,
): Promise<Section> {
  // The first rounds include the costs of a freshly started server.
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
    title: `The queue, ${load.connections} connections, ${load.messages} messages per run: the destination defers, then accepts`,
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
  if (deferring.taken() > 0) throw new Error(`${name} delivered mail to a sink that defers all of it`);
  // Stopping the sink earlier would interrupt attempts in progress.
  for (const deadline = Date.now() + 60_000; (await deferred()) < load.messages; await sleep(50)) {
    if (Date.now() > deadline) throw new Error(`${name} has not attempted all mail after a minute`);
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
