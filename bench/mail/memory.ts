import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Section } from '../report.ts';
import { type Load, type Sink, send } from './load.ts';
import type { Nameplate } from './nameplate.ts';
import { peakMemory } from './tree.ts';

/** MB that a mail process may have resident at its peak. */
const GOAL = 250;
const SMALL = { connections: 480, messages: 9600 };
const BIG = { connections: 20, messages: 60 };
const BIG_BYTES = 25_000_000;

/** The peak of a mail process while 500 connections bring mail, and 20 of them nothing but 25 MB messages. */
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
  const [before, idle] = [sink.taken(), app.mailProcesses().map(({ pid }) => peakMemory(pid))];
  await Promise.all([send({ ...load, ...SMALL, port }), send({ ...load, ...BIG, port, file })]);
  await sink.until(before + SMALL.messages + BIG.messages);
  return {
    title: `Memory of a mail process: 480 connections with 5 KB messages, 20 with ${BIG.messages} of 25 MB`,
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
