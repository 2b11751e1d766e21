import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { Logger } from '../../platform/log/log.ts';
import { type DkimKey, dkimRecord, keepDkimKeys, publicKeyOf } from './dkim-keys.ts';
import { watchFiles } from './watch-files.ts';

/** A key whose record nobody can be asked about counts as published after this time. */
const GRACE = 24 * 3600 * 1000;
const LOOK_AGAIN = 600_000;

export interface SigningKeys {
  /** The key that signs now. */
  current(): { selector: string; privateKey: KeyObject };
  stop(): void;
}

export interface SigningKeysOptions {
  folder: string;
  domain: string;
  /** TXT records of a name; rejects as DNS does. Null where no record is needed (local mode). */
  lookUp: ((name: string) => Promise<string[]>) | null;
  clock: () => Date;
  log: Logger;
  /** Milliseconds between looks at the folder. */
  interval?: number;
}

/**
 * Keeps the key that signs at hand: the newest whose record the world can see, so that a key may be made first and
 * published then. Notices a new key within seconds, and its record within minutes.
 */
export async function openSigningKeys(options: SigningKeysOptions): Promise<SigningKeys> {
  const { folder, clock, log } = options;
  let keys = await keepDkimKeys(folder, clock());
  let chosen = await choose(keys, options);
  let parsed = parse(chosen);

  async function look(): Promise<void> {
    try {
      keys = await keepDkimKeys(folder, clock());
      chosen = await choose(keys, options, chosen);
      // The same object for the same key: who signs keeps what it has made of it.
      if (chosen.selector === parsed.selector) return;
      parsed = parse(chosen);
      log.info({ selector: chosen.selector }, 'another DKIM key signs from now on');
    } catch (error) {
      log.warn({ err: error }, 'DKIM_KEYS cannot be read');
    }
  }

  const unwatch = watchFiles([folder], () => void look(), options.interval);
  const timer = setInterval(() => {
    if (keys[0]?.selector !== chosen.selector) void look();
  }, LOOK_AGAIN);
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

/** The newest published key; else one that may well be; else the one that has signed so far. */
async function choose(keys: DkimKey[], options: SigningKeysOptions, before?: DkimKey): Promise<DkimKey> {
  const [newest, ...others] = keys;
  if (!newest) throw new Error(`There is no key in ${options.folder}`);
  if (others.length === 0 || !options.lookUp) return newest;
  const seen = await Promise.all(keys.map((key) => isPublished(key, options)));
  const published = keys.find((_, at) => seen[at] === 'yes');
  if (published) return published;
  const now = options.clock().getTime();
  const aged = keys.find(({ made }, at) => seen[at] === 'unknown' && now - made.getTime() > GRACE);
  const still = keys.find(({ selector }) => selector === before?.selector);
  return still ?? aged ?? others.at(-1) ?? newest;
}

async function isPublished(key: DkimKey, { domain, lookUp }: SigningKeysOptions): Promise<'yes' | 'no' | 'unknown'> {
  try {
    const records = await lookUp?.(`${key.selector}._domainkey.${domain}`);
    return records?.some((record) => publicKeyOf(record) === publicKeyOf(dkimRecord(key))) ? 'yes' : 'no';
  } catch (error) {
    const absent = ['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '');
    return absent ? 'no' : 'unknown';
  }
}
