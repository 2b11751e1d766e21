import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Section } from '../report.ts';
import { type Load, type Sink, send } from './load.ts';
import type { Nameplate } from './nameplate.ts';
import { peakMemory } from './tree.ts';

/** MB that a mail process may have resident at its peak. */
const GOAL = 250;
/** For each process, as far as the kernel deals connections out evenly. */
const SMALL = { connections: 480, messages: 4800 };
const BIG = { connections: 20, messages: 40 };
const BIG_BYTES = 25_000_000;

/** The peak of each mail process while 500 connections bring mail, and 20 of them nothing but 25 MB messages. */
export async function measureMemory(
  app: Nameplate,
  load: Omit<Load, 'port' | 'connections' | 'messages'>,
  folder: string,
  sink: Sink,
): Promise<Section> {
  const file = path.join(folder, 'big');
  const line = `${'x'.repeat(75)}\n`;
  writeFileSync(file, `From: <${load.from}>\nSubject: big\n\n${line.repeat(Math.ceil(BIG_BYTES / (line.length + 1)))}`);
  const port = app.smtpPort;
  const processes = app.mailProcesses().length;
  const times = ({ connections, messages }: typeof SMALL) => ({
    connections: connections * processes,
    messages: messages * processes,
  });
  const [small, big] = [times(SMALL), times(BIG)];
  const [before, idle] = [sink.taken(), app.mailProcesses().map(({ pid }) => peakMemory(pid))];
  await Promise.all([send({ ...load, ...small, port }), send({ ...load, ...big, port, file })]);
  await sink.until(before + small.messages + big.messages);
  return {
    title: 'Memory of mail processes, each with 480 connections that bring 5 KB messages and 20 that bring 25 MB',
    rows: app.mailProcesses().map(({ pid }, at) => {
      const peak = Math.round(peakMemory(pid));
      return {
        process: at + 1,
        'MB before': Math.round(idle[at] ?? Number.NaN),
        'MB at its peak': peak,
        goal: `${GOAL}: ${peak <= GOAL ? 'met' : 'MISSED'}`,
      };
    }),
  };
}
