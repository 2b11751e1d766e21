import { median, type Section } from '../print-tables.ts';
import { processTree } from './process-tree.ts';
import { type Load, type Sink, send } from './smtp-load.ts';

/** A server that forwards mail to the sink. */
export interface Contender {
  name: string;
  port: number;
  /** The recipient; smtp-source puts a number before it. */
  to: string;
  /** The root of its process tree. */
  pid: number;
}

interface Run {
  rate: number;
  /** CPU time of all processes per message, in microseconds. */
  cpu: number;
}

/**
 * Measures forwarded messages per second, from the first connection to the last message in the sink. The servers take
 * turns, so that other load affects all of them. The ratio is the median of the rounds' ratios to the first server.
 */
export async function compareForwarding(
  contenders: Contender[],
  load: Omit<Load, 'port' | 'to'>,
  sink: Sink,
  rounds: number,
): Promise<Section> {
  const runs = contenders.map((): Run[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, contender] of contenders.entries()) runs[at]?.push(await forward(contender, load, sink));
  }
  const peer = runs[0] ?? [];
  return {
    title: `Forwarded in session, ${load.connections} connections kept open, ${load.messages} messages per run`,
    rows: contenders.map(({ name }, at) => {
      const own = runs[at] ?? [];
      return {
        server: name,
        'messages/s': Math.round(median(own.map(({ rate }) => rate))),
        slowest: Math.round(Math.min(...own.map(({ rate }) => rate))),
        fastest: Math.round(Math.max(...own.map(({ rate }) => rate))),
        'CPU µs': Math.round(median(own.map(({ cpu }) => cpu))),
        'times Postfix': `${median(own.map(({ rate }, round) => rate / (peer[round]?.rate ?? Number.NaN))).toFixed(2)} x`,
      };
    }),
  };
}

/** Sends mail without measuring, so that the runs do not include costs of a freshly started server. */
export async function warmUp(contenders: Contender[], load: Omit<Load, 'port' | 'to'>, sink: Sink): Promise<void> {
  for (const contender of contenders) await forward(contender, load, sink);
}

async function forward({ name, port, to, pid }: Contender, load: Omit<Load, 'port' | 'to'>, sink: Sink): Promise<Run> {
  const [before, cpu, begun] = [sink.taken(), treeCpu(pid), performance.now()];
  await send({ ...load, port, to }).catch((error: Error) => {
    throw new Error(`${name}: ${error.message}`);
  });
  await sink.until(before + load.messages);
  const seconds = (performance.now() - begun) / 1000;
  return { rate: load.messages / seconds, cpu: ((treeCpu(pid) - cpu) * 1000) / load.messages };
}

/** CPU time of a process and its descendants, in milliseconds. */
function treeCpu(pid: number): number {
  return processTree(pid).reduce((sum, process) => sum + process.cpu, 0);
}
