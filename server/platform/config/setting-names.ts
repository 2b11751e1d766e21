import { SETTING_NAMES } from './settings.ts';

/** Our prefixes: an unknown name with one of them is most likely a misspelled setting. */
const PREFIXES = ['DKIM_', 'MAIL_', 'NAMEPLATE_', 'PAYPAL_', 'S3_', 'SMTP_'];
/** Variables with such a prefix that are read elsewhere: folders of test data, and one set by the parent of a mail process. */
const OTHERS = new Set(['MAIL_CONNECTIONS', 'MAIL_CORPORA', 'PAYPAL_OPENAPI_DIR']);
/** Variables that Kubernetes and Docker set for a linked service named mail, smtp or s3. */
const SERVICE_LINK = /_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP))/;
/** Shorter names are too similar to variables of other programs (PORT and POST, ROLES and ROLE). */
const MIN_NAME_LENGTH = 7;

export interface SuspectSetting {
  name: string;
  /** The most similar setting, if any is similar enough. */
  similar: string | undefined;
}

/** Returns variables of the environment that look like misspelled settings, without their values. */
export function suspectSettings(env: Record<string, string | undefined>): SuspectSetting[] {
  return Object.keys(env)
    .filter((name) => !SETTING_NAMES.has(name) && !OTHERS.has(name) && !isServiceLink(name, env[name]))
    .map((name) => ({ name, similar: nearest(name) }))
    .filter(({ name, similar }) => similar !== undefined || PREFIXES.some((prefix) => name.startsWith(prefix)))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function isServiceLink(name: string, value: string | undefined): boolean {
  return SERVICE_LINK.test(name) || (name.endsWith('_PORT') && value?.startsWith('tcp://') === true);
}

function nearest(name: string): string | undefined {
  if (name.length < MIN_NAME_LENGTH || name.length > 40) return undefined;
  const upper = name.toUpperCase().replaceAll('-', '_');
  const near = [...SETTING_NAMES]
    .filter((setting) => setting.length >= MIN_NAME_LENGTH)
    .map((setting) => ({ setting, distance: editDistance(upper, setting) }))
    .filter(({ setting, distance }) => distance <= (setting.length < 10 ? 1 : 2))
    .sort((one, other) => one.distance - other.distance);
  return near[0]?.setting;
}

/** Returns the edit distance of two texts: insertions, deletions, replacements and swaps of neighbours. */
function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (row > 1 && column > 1 && swapped) best = Math.min(best, (before[column - 2] ?? 0) + 1);
      next.push(best);
    }
    [before, last] = [last, next];
  }
  return last[other.length] ?? 0;
}
