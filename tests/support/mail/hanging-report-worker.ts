import readInWorker, { type ReportTask } from '../../../mail/reports/report-worker.ts';

/** A worker that reads reports. A word in a message makes it do what a hostile report could do to a faulty parser. */
export default function readOrHang(task: ReportTask) {
  const text = Buffer.from(task.message).toString('latin1');
  if (text.includes('HANGS')) for (;;);
  if (text.includes('FILLS-MEMORY')) for (const kept: unknown[] = []; ; ) kept.push(new Array(1000).fill(kept));
  if (text.includes('CRASHES')) process.exit(1);
  return readInWorker(task);
}
