import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Section } from '../print-tables.ts';
import { peakMemory } from './process-tree.ts';
import { type Load, type Sink, send } from './smtp-load.ts';
import type { Nameplate } from './start-nameplate.ts';
import { submitMail } from './submission/submission-load.ts';

/** Limit for the peak resident memory of a mail process, in MB. */
const GOAL = 250;
/** Load per process, assuming that the kernel distributes connections evenly. */
const SMALL = { connections: 480, messages: 4800 };
const BIG = { connections: 20, messages: 40 };
/** Authenticated connections of message submission, besides those above. */
const SUBMITTED = { connections: 192, messages: 1920 };
const SUBMITTED_BIG = { connections: 8, messages: 16 };
const SMALL_BYTES = 5 * 1024;
const BIG_BYTES = 25_000_000;
/** The server's SIZE limit includes the header. */
const HEADER_BYTES = 10_000;

/**
 * Measures the peak memory of each mail process with 500 incoming connections and 200 connections of authenticated
 * clients that submit mail. Most connections send 5 KB messages, and 28 send 25 MB.
 */
export async function measureMemory(
  app: Nameplate,
  load: Omit<Load, 'port' | 'connections' | 'messages'>,
  folder: string,
  sink: Sink,
): Promise<Section> {
  const file = path.join(folder, 'big');
  const line = `${'x'.repeat(75)}\n`;
  writeFileSync(file, `From: <${load.from}>\nSubject: big\n\n${line.repeat(Math.ceil(BIG_BYTES / (line.length + 1)))}`);
  const { smtpPort: port, submissionsPort } = app;
  const processes = app.mailProcesses().length;
  const times = ({ connections, messages }: typeof SMALL) => ({
    connections: connections * processes,
    messages: messages * processes,
  });
  const [small, big] = [times(SMALL), times(BIG)];
  const [submitted, submittedBig] = [times(SUBMITTED), times(SUBMITTED_BIG)];
  const [before, idle] = [sink.taken(), app.mailProcesses().map(({ pid }) => peakMemory(pid))];
  await Promise.all([
    send({ ...load, ...small, port }),
    send({ ...load, ...big, port, file }),
    submitMail(submissionsPort, { ...submitted, size: SMALL_BYTES }),
    submitMail(submissionsPort, { ...submittedBig, size: BIG_BYTES - HEADER_BYTES }),
  ]);
  await sink.until(before + small.messages + big.messages + submitted.messages + submittedBig.messages);
  return {
    title:
      'Memory of mail processes, each with 500 incoming connections (20 send 25 MB) beside 200 submission sessions (8 send 25 MB)',
    rows: app.mailProcesses().map(({ pid }, at) => {
      const peak = Math.round(peakMemory(pid));
      return {
        process: at + 1,
        incoming: SMALL.connections + BIG.connections,
        submission: SUBMITTED.connections + SUBMITTED_BIG.connections,
        'MB before': Math.round(idle[at] ?? Number.NaN),
        'MB at its peak': peak,
        goal: `${GOAL}: ${peak <= GOAL ? 'met' : 'MISSED'}`,
      };
    }),
  };
}
