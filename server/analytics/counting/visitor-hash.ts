import { hash, randomBytes } from 'node:crypto';
import { DAY, MINUTE } from '../../../contract/time.ts';
import type { Database } from '../../platform/db/database.ts';
import { dateOf, dayOf } from './days.ts';
import { shareSalt } from './salts-store.ts';

/** The salt of a day is drawn this long before the day begins. */
const AHEAD_MS = 5 * MINUTE;
/** Milliseconds between attempts while the database cannot be reached. */
const RETRY_MS = 5000;

/** Returns the first 8 bytes of a hash as a signed number, which PostgreSQL stores as bigint. */
export function visitorHash(salt: Buffer, handle: string, network: string, userAgent: string): bigint {
  const digest = hash('sha256', `${salt.toString('base64')}\n${handle}\n${network}\n${userAgent}`, 'buffer');
  return digest.readBigInt64BE(0);
}

/** The salts of today and, shortly before midnight (UTC), of tomorrow. A salt of a day that has ended is forgotten. */
export class VisitorSalts {
  readonly #db: Database;
  readonly #salts = new Map<number, Buffer>();
  #loading: Promise<void> | undefined;
  #retryAt = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns the salt of a day, if it is loaded, and begins to load what is missing. */
  of(day: number, now: number): Buffer | undefined {
    const last = dayOf(now + AHEAD_MS);
    if (!this.#salts.has(last) || !this.#salts.has(dayOf(now))) void this.load(now);
    return this.#salts.get(day);
  }

  /** Loads the salts that are needed now. Does nothing while the database cannot be reached. */
  load(now: number): Promise<void> {
    if (this.#loading === undefined && now >= this.#retryAt) {
      this.#loading = this.#load(now).finally(() => {
        this.#loading = undefined;
      });
    }
    return this.#loading ?? Promise.resolve();
  }

  async #load(now: number): Promise<void> {
    for (const day of this.#salts.keys()) if ((day + 1) * DAY <= now) this.#salts.delete(day);
    try {
      for (const day of new Set([dayOf(now), dayOf(now + AHEAD_MS)])) {
        if (!this.#salts.has(day)) this.#salts.set(day, await shareSalt(this.#db, dateOf(day), randomBytes(32)));
      }
    } catch {
      // Until then, views are counted without visitors; the write of the counts reports the error.
      this.#retryAt = now + RETRY_MS;
    }
  }
}
