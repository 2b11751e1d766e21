import { SETTINGS } from './settings.ts';

/** Prefixes that are ours: another name behind one of them is most likely meant for us. */
const PREFIXES = ['DKIM_', 'MAIL_', 'NAMEPLATE_', 'PAYPAL_', 'S3_', 'SMTP_'];
/** Variables with such a prefix that we read elsewhere: a test's folder, and what the parent of a mail process sets. */
const OTHERS = new Set(['MAIL_CONNECTIONS', 'MAIL_CORPORA', 'PAYPAL_OPENAPI_DIR']);
/** What Kubernetes and Docker links set for a service that is called mail, smtp or s3. */
const SERVICE_LINK = /_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP))/;
/** Shorter names have too many neighbours that are other programs' (PORT and POST, ROLES and ROLE). */
const SHORTEST = 7;

export interface SuspectSetting {
  name: string;
  /** The setting that is nearest, where one is near. */
  meant: string | undefined;
}

/** Variables of the environment that look like misspelled settings. Values are neither read for meaning nor returned. */
export function suspectSettings(env: Record<string, string | undefined>): SuspectSetting[] {
  const known = Object.keys(SETTINGS);
  return Object.keys(env)
    .filter((name) => !known.includes(name) && !OTHERS.has(name) && !isServiceLink(name, env[name]))
    .map((name) => ({ name, meant: nearest(name, known) }))
    .filter(({ name, meant }) => meant !== undefined || PREFIXES.some((prefix) => name.startsWith(prefix)))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function isServiceLink(name: string, value: string | undefined): boolean {
  return SERVICE_LINK.test(name) || (name.endsWith('_PORT') && value?.startsWith('tcp://') === true);
}

function nearest(name: string, known: string[]): string | undefined {
  if (name.length < SHORTEST || name.length > 40) return undefined;
  const upper = name.toUpperCase().replaceAll('-', '_');
  const near = known
    .filter((setting) => setting.length >= SHORTEST)
    .map((setting) => ({ setting, distance: editDistance(upper, setting) }))
    .filter(({ setting, distance }) => distance <= (setting.length < 10 ? 1 : 2))
    .sort((one, other) => one.distance - other.distance);
  return near[0]?.setting;
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
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
