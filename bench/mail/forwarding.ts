import { median, type Section } from '../report.ts';
import { type Load, type Sink, send } from './load.ts';
import { processTree } from './tree.ts';

/** A server that forwards what it gets to the sink. */
export interface Contender {
  name: string;
  port: number;
  /** Who it takes mail for. */
  to: string;
  /** Its first process. */
  pid: number;
}

interface Run {
  rate: number;
  /** Microseconds of CPU a message, all its processes together. */
  cpu: number;
}

/**
 * Messages forwarded a second, from the first connection to the last message in the sink. The contenders take turns, so
 * that what else the machine does falls on all of them; the ratio is the median of the rounds' own ratios to the first one.
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
    title: `Forwarded in session, ${load.connections} connections kept open, ${load.messages} messages a run`,
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

/** Lets servers do what only a server that has just been started does. */
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

/** Milliseconds of CPU of a process and all below it. */
function treeCpu(pid: number): number {
  return processTree(pid).reduce((sum, process) => sum + process.cpu, 0);
}
