import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { isHandle } from '../../../contract/handles/handle-rules.ts';
import { commonFeatures } from '../../../contract/site/site-document.ts';
import { DAY } from '../../../contract/time.ts';
import type { Database } from '../../platform/db/database.ts';
import { readSite } from '../../site/site-rules.ts';
import type { Countries } from '../counting/countries.ts';
import { dateOf, dayOf } from '../counting/days.ts';
import type { Tallies } from '../counting/page-tally.ts';
import { UNLIMITED, VisitTallies } from '../counting/tally-visits.ts';
import { Visit } from '../counting/visit.ts';
import { writeCounts } from '../counting/write-counts-store.ts';
import { rollUpFrom } from '../maintenance/roll-up-rules.ts';
import { advanceImport, beginImport, finishImport } from './imports-store.ts';
import { type LoggedRequest, parseLogLine } from './log-lines.ts';
import { hashFile, readLines } from './read-lines.ts';

/** Lines of one transaction. */
const BATCH_LINES = 10_000;
/** Visitors that are told apart; of further ones, only the views are counted. */
const MAX_VISITORS = 2_000_000;
/** Days for which hours are stored, and how far clocks may differ. */
const MAX_AGE_MS = 58 * DAY;
const MAX_AHEAD_MS = 300_000;

export interface ImportOptions {
  db: Database;
  file: string;
  countries: Countries;
  /** Our names as in the Host header, and without ports. */
  hosts: ReadonlySet<string>;
  ownHosts: ReadonlySet<string>;
  now: Date;
  /** Whether to count lines that do not show that the CDN served the page without asking us. */
  all: boolean;
}

/** The outcome of importing a file. */
export interface ImportResult {
  /** True if the file was imported before; then nothing was counted. */
  isKnown: boolean;
  lines: number;
  views: number;
  /** Lines in no known format. */
  unreadable: number;
  /** Requests that are not views: other paths, methods, hosts and states, and bots. */
  others: number;
  /** Views that the CDN did not serve by itself, which are counted already, or whose line does not show it. */
  notAnswered: number;
  /** Views that are too old to be counted, or in the future. */
  outOfRange: number;
}

/** Thrown if another process is importing the same file. */
export class ImportConflictError extends Error {
  override name = 'ImportConflictError';
}

/**
 * Counts the views in a log that a CDN wrote. A file is identified by its hash and counted once; an interrupted import
 * continues after the last lines whose counts were written. Visitors are told apart within the file.
 */
export async function importViews(options: ImportOptions): Promise<ImportResult> {
  const { db, file, now, countries, ownHosts } = options;
  const sha256 = await hashFile(file);
  const before = await beginImport(db, sha256, path.basename(file));
  const result = {
    isKnown: before.finished,
    lines: 0,
    views: 0,
    unreadable: 0,
    others: 0,
    notAnswered: 0,
    outOfRange: 0,
  };
  if (before.finished) return { ...result, lines: before.lines, views: before.views };
  const salts = new Map<number, Buffer>();
  const saltOf = (day: number) => salts.get(day) ?? salts.set(day, randomBytes(32)).get(day);
  const site = { commonFeatures: commonFeatures(await readSite(db)) };
  const tallies = new VisitTallies({ site, countries, ownHosts, isProxy: () => false, networkDay: UNLIMITED, saltOf });
  const visitors = new Set<bigint>();
  const days = new Set<number>();
  let [written, views] = [before.lines, 0];

  async function write(): Promise<void> {
    const taken = tallies.take(Number.POSITIVE_INFINITY);
    countVisitors(taken, visitors);
    // Already counted before an interruption: read only to tell later visitors apart.
    if (result.lines <= before.lines) return;
    await db.transaction().execute(async (trx) => {
      const progress = { from: written, lines: result.lines, views, days: [...days].map(dateOf) };
      if (!(await advanceImport(trx, sha256, progress)))
        throw new ImportConflictError(`Another process is importing ${file}`);
      await writeCounts(trx, taken);
    });
    written = result.lines;
    views = 0;
  }

  for await (const line of readLines(file)) {
    result.lines += 1;
    const outcome = count(line);
    if (outcome !== undefined) result[outcome] += 1;
    if (outcome === 'views' && result.lines > before.lines) views += 1;
    if (result.lines === before.lines || result.lines % BATCH_LINES === 0) await write();
  }
  if (result.lines > written) await write();
  await rollUpFrom(db, dateOf(Math.min(dayOf(now.getTime()), ...days)));
  await finishImport(db, sha256, now);
  return result;

  function count(line: string): 'views' | 'unreadable' | 'others' | 'notAnswered' | 'outOfRange' | undefined {
    if (line === '') return undefined;
    const request = parseLogLine(line);
    if (!request) return 'unreadable';
    const age = now.getTime() - request.at;
    if (age > MAX_AGE_MS || age < -MAX_AHEAD_MS) return 'outOfRange';
    days.add(dayOf(request.at));
    const handle = viewedHandle(request, options.hosts);
    if (handle === undefined) return 'others';
    if (!options.all && request.isHit !== true) return 'notAnswered';
    const { at, address: remote, referrer, userAgent = '', url } = request;
    const visit = new Visit(handle, undefined, { remote, forwarded: undefined, userAgent, referrer, url });
    visit.at = at;
    if (!tallies.isByBrowser(visit)) return 'others';
    tallies.add(visit, at);
    return 'views';
  }
}

/** Returns the handle whose page a request views, by the rules for our own requests. */
function viewedHandle({ method, status, host, url }: LoggedRequest, hosts: ReadonlySet<string>): string | undefined {
  if (method !== 'GET' || (status !== 200 && status !== 304)) return undefined;
  if (host !== undefined && !hosts.has(host.toLowerCase())) return undefined;
  const [path = ''] = url.split('?', 1);
  const handle = path.slice(1);
  return isHandle(handle) ? handle : undefined;
}

/** Turns the hashes of visitors into numbers, once for each visitor of the file. */
function countVisitors(tallies: Tallies, known: Set<bigint>): void {
  for (const tally of tallies.values()) {
    for (const hashes of tally.visitors.values()) {
      for (const [hash, hour] of hashes) {
        if (known.has(hash) || known.size >= MAX_VISITORS) continue;
        known.add(hash);
        tally.add(hour, 'visitors');
      }
    }
    tally.visitors.clear();
  }
}
