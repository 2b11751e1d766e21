/** A page that an owner edits. */
export interface EditedPage {
  handle: string;
  /** The number of the last edit that got 200, and of the last one that was sent. */
  acknowledged: number;
  sent: number;
}

/** Milliseconds of the clock. */
export interface Interval {
  from: number;
  until: number;
}

/** A page read that got no 200 in any attempt of the reader, which tries each process once. */
export interface FailedRead extends Interval {
  /** True if nobody edits the page. */
  quiet: boolean;
  /** The status of the last attempt; `none` if no process responded. */
  status: number | 'none';
}

/** The observations of a run. */
export interface ClusterResult {
  /** Messages that got 250, and how often each message arrived. */
  accepted: string[];
  arrived: Map<string, number>;
  /** Handles whose claim got 201, and the display names in the database by handle. */
  claimed: string[];
  stored: Map<string, string | null>;
  /** When a message or a claim was acknowledged, by its id or handle. */
  acknowledgedAt: ReadonlyMap<string, number>;
  /** With asynchronous replication: when the lost part was acknowledged, and its size in bytes. */
  lag?: (Interval & { bytes: number; allowed: number }) | undefined;
  pages: EditedPage[];
  edits: number;
  failedReads: FailedRead[];
  withoutPrimary: Interval[];
  /** The times during which each http process accepted no connections. */
  down: Interval[][];
}

/** The minimum load for a meaningful run. */
const LEAST = { accepted: 100, edits: 100, claimed: 20 };
/**
 * How long edited pages may stay unreadable after another primary accepts writes: HAProxy looks for it every second,
 * PgBouncer gives up waiting queries after ten (`query_wait_timeout`), and a process does not use a database that
 * failed for up to five.
 */
export const SETTLE_MS = 16_000;

/** Returns what a run has lost, and why it may have missed a loss. */
export function clusterFailures(result: ClusterResult): string[] {
  const { accepted, claimed, edits, lag } = result;
  const failures = [...lostMail(result), ...lostWrites(result), ...wrongReads(result)];
  if (lag && lag.bytes > lag.allowed) {
    failures.push(`the promoted standby lacked ${lag.bytes} bytes, and ${lag.allowed} are allowed`);
  }
  if (accepted.length <= LEAST.accepted || edits <= LEAST.edits || claimed.length <= LEAST.claimed) {
    failures.push('there was too little load');
  }
  return failures;
}

/** Returns whether the promoted standby may lack the write that was acknowledged under this name. */
function isWithinLag({ lag, acknowledgedAt }: Pick<ClusterResult, 'lag' | 'acknowledgedAt'>, name: string): boolean {
  const at = acknowledgedAt.get(name);
  return lag !== undefined && at !== undefined && at >= lag.from && at <= lag.until;
}

/** Returns a line if messages that got 250 did not arrive. */
function lostMail(result: ClusterResult): string[] {
  const lost = missingMail(result).filter((id) => !isWithinLag(result, id));
  if (lost.length === 0) return [];
  return [`${lost.length} accepted messages did not arrive: ${lost.slice(0, 10).join(', ')}`];
}

/** Returns the messages that got 250 and did not arrive. */
export function missingMail({ accepted, arrived }: Pick<ClusterResult, 'accepted' | 'arrived'>): string[] {
  return accepted.filter((id) => !arrived.has(id));
}

/** Returns the handles whose claim got 201 and that do not exist. */
export function missingClaims({ claimed, stored }: Pick<ClusterResult, 'claimed' | 'stored'>): string[] {
  return claimed.filter((handle) => !stored.has(handle));
}

/** Returns a line for each acknowledged write that the database lacks, beyond what the replication may lose. */
export function lostWrites(result: ClusterResult): string[] {
  const { pages, stored } = result;
  return [
    ...missingClaims(result)
      .filter((handle) => !isWithinLag(result, handle))
      .map((handle) => `claim of ${handle}`),
    // Editors continue after the failover, so the last edit is never one that may be lost.
    ...pages.flatMap(({ handle, acknowledged }) => {
      const edit = editIn(stored.get(handle) ?? '');
      return edit < acknowledged ? [`edit ${acknowledged} of ${handle}: the database has ${edit}`] : [];
    }),
  ];
}

/** Returns a line for each kind of failed read that has no excuse. */
function wrongReads(result: ClusterResult): string[] {
  const wrong = result.failedReads.filter((read) => excuseOf(read, result) === null);
  const lines: string[] = [];
  for (const quiet of [true, false]) {
    const reads = wrong.filter((read) => read.quiet === quiet);
    if (reads.length === 0) continue;
    const found = [...new Set(reads.map(({ status }) => status))].join(', ');
    const page = quiet ? 'a page that nobody edits' : 'edited pages';
    lines.push(
      `${reads.length} reads of ${page} failed without a reason (${found}), the first at ${new Date(reads[0]?.from ?? 0).toISOString()}`,
    );
  }
  return lines;
}

/**
 * Returns why a read may fail; null if it may not. A page that was edited comes from the primary, so it needs one. A page that
 * nobody edits comes from a cache or the standby. A reader tries every process once, so it finds none only if each of them was
 * down at some moment of the read.
 */
export function excuseOf(
  read: FailedRead,
  { withoutPrimary, down }: Pick<ClusterResult, 'withoutPrimary' | 'down'>,
): 'no primary' | 'no process' | null {
  const overlaps = ({ from, until }: Interval) => read.from <= until && read.until >= from;
  if (read.status === 'none' && down.every((intervals) => intervals.some(overlaps))) return 'no process';
  if (!read.quiet && withoutPrimary.some(({ from, until }) => overlaps({ from, until: until + SETTLE_MS })))
    return 'no primary';
  return null;
}

/** Returns whether a page shows the last acknowledged edit, or a later one that got no response. */
export function isFresh({ acknowledged, sent }: EditedPage, html: string): boolean {
  const shown = editIn(html);
  return shown >= acknowledged && shown <= sent;
}

/** Returns the number of the edit in a display name or a page; 0 if it has none. */
function editIn(text: string): number {
  return Number(/Edit (\d+)/.exec(text)?.[1] ?? 0);
}
