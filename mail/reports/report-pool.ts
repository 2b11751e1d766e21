import { fileURLToPath } from 'node:url';
import type { Piscina } from 'piscina';
import { type MailReport, MalformedReport } from '../message/mail-report.ts';
import type { ReportResult, ReportTask } from './report-worker.ts';

/** Limits of the worker thread that reads reports; times in milliseconds. */
export const WORKER_LIMITS = {
  filename: fileURLToPath(new URL('./report-worker.ts', import.meta.url)),
  deadline: 10_000,
  /** Limit of the worker's heap. The text of a report and its decompressed form are outside the heap, up to 20 MB. */
  megabytes: 128,
  /** Number of reports that may wait, each up to 5 MB in size. */
  waiting: 8,
  /** A thread without work ends after this time. */
  idle: 30_000,
};

/**
 * Thrown if the worker ended while it was reading a report: at its deadline, at its memory limit or because of an
 * error.
 */
export class ReportWorkerEnded extends Error {
  override name = 'ReportWorkerEnded';
}

/** Thrown if too many reports wait. */
export class TooManyReports extends Error {
  override name = 'TooManyReports';
}

/**
 * Reads reports one after the other in a worker thread; at worst, a bad report ends that thread. An idle pool has no
 * thread.
 */
export class ReportPool {
  readonly #limits: typeof WORKER_LIMITS;
  #pool: Piscina<ReportTask, ReportResult> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(limits = WORKER_LIMITS) {
    this.#limits = limits;
  }

  /**
   * Returns the report in a message, or null if the message has no report. Calls `open` to read the message when its
   * turn comes. Throws MalformedReport, ReportWorkerEnded and TooManyReports.
   */
  async read(open: () => Promise<ReportTask>): Promise<MailReport | null> {
    if (this.#waiting >= this.#limits.waiting) throw new TooManyReports();
    this.#waiting += 1;
    const result = this.#last.then(async () => {
      this.#waiting -= 1;
      return this.#run(await open());
    });
    this.#last = result.catch(() => {});
    return result;
  }

  async #run(task: ReportTask): Promise<MailReport | null> {
    const pool = await this.#open();
    // The deadline starts with the work and does not include the time that a report waits for others.
    const signal = AbortSignal.timeout(this.#limits.deadline);
    const result = await pool.run(task, { signal }).catch((cause: unknown) => {
      throw new ReportWorkerEnded(signal.aborted ? 'at its deadline' : String(cause), { cause });
    });
    if ('malformed' in result) throw new MalformedReport(result.malformed);
    return result.report;
  }

  async #open(): Promise<Piscina<ReportTask, ReportResult>> {
    if (this.#pool) return this.#pool;
    const { filename, megabytes, idle } = this.#limits;
    // Loaded with the first report, because most processes never receive one.
    const { Piscina } = await import('piscina');
    this.#pool ??= new Piscina<ReportTask, ReportResult>({
      filename,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idle,
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 16 },
    });
    // The task rejects with the same error.
    this.#pool.on('error', () => {});
    return this.#pool;
  }
}
