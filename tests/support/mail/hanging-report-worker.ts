import readInWorker, { type ReportTask } from '../../../mail/reports/report-worker.ts';

/** A worker that reads reports, and does what a hostile one could do to a faulty parser, by a word in the message. */
export default function readOrHang(task: ReportTask) {
  const text = Buffer.from(task.message).toString('latin1');
  if (text.includes('HANGS')) for (;;);
  if (text.includes('FILLS-MEMORY')) for (const kept: unknown[] = []; ; ) kept.push(new Array(1000).fill(kept));
  if (text.includes('CRASHES')) process.exit(1);
  return readInWorker(task);
}
