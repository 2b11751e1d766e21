import { pictureName } from '../../contract/pictures.ts';
import type { Database } from '../platform/db/database.ts';
import type { Logger } from '../platform/log/log.ts';
import { type PictureOwner, picturesOfOwner, suspendedPictures } from './shared/hidden-pictures-store.ts';
import { removedPictures } from './shared/removed-pictures-store.ts';

/** Milliseconds between readings while the database does not notify us of changes, and after a failed one. */
const AGE_WITHOUT_NOTIFICATIONS = 60_000;
const RETRY_MS = 2000;

/**
 * Keeps in memory the names of all pictures that must not be served, so that serving a picture costs no query: about
 * 150 bytes for each picture that was removed or belongs to a suspended handle.
 */
export class HiddenPictures {
  readonly #db: Database;
  readonly #log: Pick<Logger, 'warn'>;
  /** Removals are permanent, so nothing ever leaves this set. */
  readonly #removed = new Set<string>();
  #suspended = new Set<string>();
  /** Readings happen one after the other, so the last one stored is the newest. */
  #reading: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(db: Database, log: Pick<Logger, 'warn'>) {
    this.#db = db;
    this.#log = log;
  }

  /** Returns why a picture must not be served; undefined if it may be. */
  reasonFor(path: string): 'removed' | 'suspended' | undefined {
    const name = pictureName(path);
    if (name === null) return undefined;
    if (this.#removed.has(name)) return 'removed';
    return this.#suspended.has(name) ? 'suspended' : undefined;
  }

  /** Reads the whole list. Rejects if the database cannot be read. */
  async load(): Promise<void> {
    await this.#next(() => this.#readAll());
  }

  /** Call this with the payload of a notification on the channel `pictures_hidden`. */
  changed(payload: string): void {
    const [kind, key = ''] = payload.split(' ');
    if (kind === 'removed') this.#removed.add(key);
    else this.#readOrRetry(() => this.#readOwner({ kind: kind as PictureOwner['kind'], id: Number(key) }));
  }

  /** Call this when notifications begin or end. Some may have been lost in between. */
  notified(begins: boolean): void {
    clearInterval(this.#timer);
    if (this.#stopped) return;
    const read = () => this.#readOrRetry(() => this.#readAll());
    if (begins) read();
    else this.#timer = setInterval(read, AGE_WITHOUT_NOTIFICATIONS).unref();
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
  }

  #next(read: () => Promise<void>): Promise<void> {
    const result = this.#reading.then(read);
    this.#reading = result.catch(() => {});
    return result;
  }

  #readOrRetry(read: () => Promise<void>): void {
    if (this.#stopped) return;
    this.#next(read).catch((error: unknown) => {
      if (this.#stopped) return;
      this.#log.warn({ event: 'pictures.hidden_unread', err: error }, 'could not read which pictures are hidden');
      setTimeout(() => this.#readOrRetry(() => this.#readAll()), RETRY_MS).unref();
    });
  }

  async #readAll(): Promise<void> {
    for (const { name } of await removedPictures(this.#db)) this.#removed.add(name);
    this.#suspended = new Set(names(await suspendedPictures(this.#db)));
  }

  async #readOwner(owner: PictureOwner): Promise<void> {
    const hidden = new Set(names(await suspendedPictures(this.#db, owner)));
    for (const name of names(await picturesOfOwner(this.#db, owner))) {
      if (hidden.has(name)) this.#suspended.add(name);
      else this.#suspended.delete(name);
    }
  }
}

function names(paths: string[]): string[] {
  return paths.map(pictureName).filter((name) => name !== null);
}
