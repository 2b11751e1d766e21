import { createPrivateKey, type KeyObject } from 'node:crypto';
import { DAY } from '../../../contract/time.ts';
import type { Logger } from '../../platform/log/log.ts';
import { type DkimKey, dkimRecord, ensureDkimKeys, publicKeyOf } from './dkim-keys.ts';
import { watchFiles } from './watch-files.ts';

/** A key is assumed to be published after this time if DNS does not respond. */
const PUBLICATION_GRACE_MS = DAY;
const RECHECK_INTERVAL = 600_000;

export interface SigningKeys {
  /** Returns the key to sign with now. */
  current(): { selector: string; privateKey: KeyObject };
  stop(): void;
}

export interface SigningKeysOptions {
  folder: string;
  domain: string;
  /** Returns the TXT records of a name, and rejects as `node:dns` does. Null if no record is needed (local mode). */
  lookUp: ((name: string) => Promise<string[]>) | null;
  clock: () => Date;
  log: Logger;
  /** Milliseconds between checks of the folder. */
  interval?: number;
}

/**
 * Opens the keys of a folder and selects the newest that is published in DNS, so that an operator can create a key first and
 * publish it later. A new key is noticed within seconds, its record within minutes.
 */
export async function openSigningKeys(options: SigningKeysOptions): Promise<SigningKeys> {
  const { folder, clock, log } = options;
  let chosen = await choose(await ensureDkimKeys(folder, clock()), options);
  let parsed = parse(chosen);

  async function refresh(): Promise<void> {
    try {
      chosen = await choose(await ensureDkimKeys(folder, clock()), options, chosen);
      // A key must stay the same object, because signers cache results by it.
      if (chosen.selector === parsed.selector) return;
      parsed = parse(chosen);
      log.info(
        { event: 'mail.dkim.key_changed', selector: chosen.selector },
        'mail is now signed with another DKIM key',
      );
    } catch (error) {
      log.warn({ event: 'mail.dkim.keys_unreadable', err: error }, 'DKIM_KEYS cannot be read');
    }
  }

  const unwatch = watchFiles([folder], () => void refresh(), options.interval);
  // A record may be published later, and the watcher does not notice a key that was made right after the start.
  const timer = setInterval(() => void refresh(), RECHECK_INTERVAL);
  timer.unref();
  return {
    current: () => parsed,
    stop() {
      unwatch();
      clearInterval(timer);
    },
  };
}

function parse({ selector, privateKey }: DkimKey): { selector: string; privateKey: KeyObject } {
  return { selector, privateKey: createPrivateKey(privateKey) };
}

/** Returns the newest published key, else the current one, else one old enough to be published. */
async function choose(keys: DkimKey[], options: SigningKeysOptions, before?: DkimKey): Promise<DkimKey> {
  const [newest, ...others] = keys;
  if (!newest) throw new Error(`There is no key in ${options.folder}`);
  if (others.length === 0 || !options.lookUp) return newest;
  const states = await Promise.all(keys.map((key) => publicationState(key, options)));
  const published = keys.find((_, at) => states[at] === 'yes');
  if (published) return published;
  const now = options.clock().getTime();
  const aged = keys.find(({ made }, at) => states[at] === 'unknown' && now - made.getTime() > PUBLICATION_GRACE_MS);
  const current = keys.find(({ selector }) => selector === before?.selector);
  return current ?? aged ?? others.at(-1) ?? newest;
}

async function publicationState(
  key: DkimKey,
  { domain, lookUp }: SigningKeysOptions,
): Promise<'yes' | 'no' | 'unknown'> {
  try {
    const records = await lookUp?.(`${key.selector}._domainkey.${domain}`);
    return records?.some((record) => publicKeyOf(record) === publicKeyOf(dkimRecord(key))) ? 'yes' : 'no';
  } catch (error) {
    const absent = ['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '');
    return absent ? 'no' : 'unknown';
  }
}
