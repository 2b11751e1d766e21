import { median, type Section } from '../print-tables.ts';
import { processTree } from './process-tree.ts';
import type { Sink } from './smtp-load.ts';

/** A server that passes mail on to the sink. */
export interface Contender {
  name: string;
  /** The roots of its process trees. */
  pids: number[];
  /** Sends `messages` messages to it over `connections` connections; throws unless it accepts all of them. */
  send(connections: number, messages: number): Promise<void>;
}

/** The load of each run. */
export interface Amount {
  connections: number;
  messages: number;
}

interface Run {
  rate: number;
  /** CPU time of all processes per message, in microseconds. */
  cpu: number;
}

/**
 * Measures messages per second, from the first connection to the last message in the sink. The servers take turns,
 * because other load must affect all of them. The ratio is the median of the rounds' ratios to the server named `peer`.
 */
export async function compareThroughput(
  title: string,
  contenders: Contender[],
  amount: Amount,
  sink: Sink,
  rounds: number,
  peer = 'Postfix',
): Promise<Section> {
  const runs = contenders.map((): Run[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, contender] of contenders.entries()) runs[at]?.push(await measure(contender, amount, sink));
  }
  const reference = runs[contenders.findIndex(({ name }) => name === peer)] ?? [];
  return {
    title: `${title}, ${amount.connections} connections kept open, ${amount.messages} messages per run`,
    rows: contenders.map(({ name }, at) => {
      const own = runs[at] ?? [];
      return {
        server: name,
        'messages/s': Math.round(median(own.map(({ rate }) => rate))),
        slowest: Math.round(Math.min(...own.map(({ rate }) => rate))),
        fastest: Math.round(Math.max(...own.map(({ rate }) => rate))),
        'CPU µs': Math.round(median(own.map(({ cpu }) => cpu))),
        [`times ${peer}`]: `${median(own.map(({ rate }, round) => rate / (reference[round]?.rate ?? Number.NaN))).toFixed(2)} x`,
      };
    }),
  };
}

/** Sends mail without measuring, because the runs must not include the costs of a freshly started server. */
export async function warmUp(contenders: Contender[], amount: Amount, sink: Sink): Promise<void> {
  for (const contender of contenders) await measure(contender, amount, sink);
}

async function measure({ name, pids, send }: Contender, { connections, messages }: Amount, sink: Sink): Promise<Run> {
  const [before, cpu, begun] = [sink.taken(), treeCpu(pids), performance.now()];
  await send(connections, messages).catch((error: Error) => {
    throw new Error(`${name}: ${error.message}`);
  });
  await sink.until(before + messages);
  const seconds = (performance.now() - begun) / 1000;
  return { rate: messages / seconds, cpu: ((treeCpu(pids) - cpu) * 1000) / messages };
}

/** Returns the CPU time of processes and their descendants, in milliseconds. */
function treeCpu(pids: number[]): number {
  return pids.flatMap(processTree).reduce((sum, process) => sum + process.cpu, 0);
}
