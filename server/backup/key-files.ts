import { chmod, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../platform/config/config.ts';
import { systemClock } from '../platform/jobs/clock.ts';

/** A key of an archive: its name there, its content and the time of its creation, which decides which DKIM key signs. */
export interface ArchivedKey {
  key: string;
  content: Buffer;
  at: Date;
}

type KeyConfig = Pick<Config, 'dataDir' | 'secretKeys'> & { mail: Pick<Config['mail'], 'dkimKeys'> };

const SECRETS = 'secret.key';

/**
 * Returns the keys of this installation: the secrets from the file or SECRET_KEY, the DKIM keys, and the self-signed
 * certificate.
 */
export async function readKeys(config: KeyConfig): Promise<ArchivedKey[]> {
  const keys: ArchivedKey[] = [];
  if (config.secretKeys.length > 0) {
    keys.push({ key: SECRETS, content: Buffer.from(`${config.secretKeys.join(',')}\n`), at: systemClock() });
  }
  const selectors = (await readdir(config.mail.dkimKeys).catch(() => [] as string[])).filter((name) =>
    name.endsWith('.pem'),
  );
  const names = [
    ...(config.secretKeys.length > 0 ? [] : [SECRETS]),
    'tls.json',
    ...selectors.sort().map((name) => `dkim/${name}`),
  ];
  for (const key of names) {
    const file = fileOf(config, key);
    const content = await readOrNull(file);
    if (content) keys.push({ key, content, at: (await stat(file)).mtime });
  }
  return keys;
}

/** Returns the files of this installation whose keys differ from those of an archive. */
export async function differingKeys(config: KeyConfig, keys: ArchivedKey[]): Promise<string[]> {
  const differing: string[] = [];
  for (const { key, content } of installable(config, keys)) {
    const file = fileOf(config, key);
    const present = await readOrNull(file);
    if (present && !present.equals(content)) differing.push(file);
  }
  return differing;
}

/** Returns the secrets of an archive that SECRET_KEY lacks; empty if SECRET_KEY is not set, since the file is used then. */
export function missingSecrets(config: KeyConfig, keys: ArchivedKey[]): string[] {
  const archived =
    keys
      .find(({ key }) => key === SECRETS)
      ?.content.toString('utf8')
      .trim()
      .split(',') ?? [];
  return config.secretKeys.length === 0 ? [] : archived.filter((secret) => !config.secretKeys.includes(secret));
}

/**
 * Writes the keys of an archive beside the files that they replace. `install` moves all of them into place or none: it
 * keeps every replaced key as `NAME.before-restore`, and returns a function that undoes the installation. `discard`
 * removes keys that were not installed.
 */
export async function stageKeys(
  config: KeyConfig,
  keys: ArchivedKey[],
): Promise<{ install(): Promise<() => Promise<void>>; discard(): Promise<void> }> {
  const staged: { file: string; draft: string }[] = [];
  const discard = async () => {
    for (const { draft } of staged) await rm(draft, { force: true });
  };
  try {
    for (const { key, content, at } of installable(config, keys)) {
      const file = fileOf(config, key);
      const present = await readOrNull(file);
      if (present?.equals(content)) continue;
      const draft = `${file}.restoring`;
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      staged.push({ file, draft });
      await writeFile(draft, content, { mode: 0o600, flush: true });
      await chmod(draft, 0o600);
      await utimes(draft, at, at);
    }
  } catch (error) {
    await discard();
    throw error;
  }
  return { install: () => installStaged(staged), discard };
}

async function installStaged(staged: { file: string; draft: string }[]): Promise<() => Promise<void>> {
  const undo: (() => Promise<void>)[] = [];
  const undoAll = async () => {
    for (const step of undo.reverse()) await step();
  };
  try {
    for (const { file, draft } of staged) {
      const old = `${file}.before-restore`;
      if (await readOrNull(file)) {
        await rename(file, old);
        undo.push(() => rename(old, file));
      }
      await rename(draft, file);
      undo.push(() => rm(file));
    }
  } catch (error) {
    await undoAll();
    throw error;
  }
  return undoAll;
}

/** Leaves out secrets if SECRET_KEY is set: it takes precedence over the file, which would only be another copy. */
function installable(config: KeyConfig, keys: ArchivedKey[]): ArchivedKey[] {
  const isKnown = config.secretKeys.length > 0 && missingSecrets(config, keys).length === 0;
  return keys.filter(({ key }) => !(key === SECRETS && isKnown));
}

function fileOf({ dataDir, mail }: KeyConfig, key: string): string {
  return key.startsWith('dkim/') ? path.join(mail.dkimKeys, path.basename(key)) : path.join(dataDir, key);
}

async function readOrNull(file: string): Promise<Buffer | null> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
