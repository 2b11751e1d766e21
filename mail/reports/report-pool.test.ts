import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { dmarcReport, reportMail } from '../../tests/support/mail/report-samples.ts';
import { headerEnd } from '../message/header.ts';
import { MalformedReport } from '../message/mail-report.ts';
import { ReportPool, ReportWorkerEnded, TooManyReports, WORKER_LIMITS } from './report-pool.ts';

const filename = fileURLToPath(new URL('../../tests/support/mail/hanging-report-worker.ts', import.meta.url));
const GOOD = reportMail(Buffer.from(dmarcReport()));

function task(mail: string) {
  const message = Buffer.from(mail, 'latin1');
  return async () => ({ message, head: message.subarray(0, headerEnd(message)), domain: 'handles.test' });
}
const poolOf = (limits: Partial<typeof WORKER_LIMITS> = {}) =>
  new ReportPool({ ...WORKER_LIMITS, filename, ...limits });

it('reads a report in a thread, including its dates, and passes on the reason if a report is malformed', async () => {
  const pool = poolOf();
  expect(await pool.read(task(GOOD))).toMatchObject({ kind: 'dmarc', id: '1234', begins: expect.any(Date) });
  await expect(pool.read(task(GOOD.slice(0, 400)))).rejects.toBeInstanceOf(MalformedReport);
  expect(await pool.read(task('Subject: hi\r\n\r\nhello\r\n'))).toBeNull();
});

it.each([
  ['hangs', 'HANGS', { deadline: 1000 }],
  ['takes too much memory', 'FILLS-MEMORY', { megabytes: 32 }],
  ['crashes', 'CRASHES', {}],
])(
  'ends a worker whose report %s, and reads the next report without blocking this thread',
  async (_name, word, limits) => {
    const pool = poolOf(limits);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 5);
    const [bad, good] = [pool.read(task(`${word}\r\n\r\n`)), pool.read(task(GOOD))];
    await expect(bad).rejects.toBeInstanceOf(ReportWorkerEnded);
    expect(await good).toMatchObject({ kind: 'dmarc' });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  },
);

it('refuses reports beyond the limit of waiting reports, without reading their messages', async () => {
  const pool = poolOf({ waiting: 2 });
  const opened: number[] = [];
  const results = await Promise.allSettled(
    [0, 1, 2, 3].map((at) =>
      pool.read(() => {
        opened.push(at);
        return task(GOOD)();
      }),
    ),
  );
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
  expect(results[3]).toMatchObject({ reason: expect.any(TooManyReports) });
  expect(opened).toEqual([0, 1]);
});
