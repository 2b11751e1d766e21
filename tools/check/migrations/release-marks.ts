/** The last migration of each release by version, oldest first: db/migrations/releases.json. */
export type ReleaseRecord = Record<string, string>;

/** Migrations up to this one were released before the rule existed. */
export const LAST_UNCHECKED = '0012_operation';

export interface CheckedMigration {
  name: string;
  contractions: string[];
  compatibleSince?: string | undefined;
  unusedSince?: string | undefined;
}

/**
 * Returns the faults of a migration that removes something: it must name the release whose code no longer uses it
 * (`unusedSince`) and a migration of that release (`compatibleSince`), and must not be part of that release itself.
 */
export function markFaults(migration: CheckedMigration, record: ReleaseRecord): string[] {
  const { name, contractions, compatibleSince, unusedSince } = migration;
  if (unusedSince === undefined) {
    if (contractions.length === 0 && compatibleSince === undefined) return [];
    return [
      `${name} ${contractions.join(', ') || 'has compatibleSince'}: export unusedSince, the release whose code no longer ` +
        'needs that. Until such a release exists, leave the schema as it is. See docs/releases.md.',
    ];
  }
  const versions = Object.keys(record);
  const at = versions.indexOf(unusedSince);
  const last = record[unusedSince];
  if (last === undefined) return [`${name}: unusedSince is ${unusedSince}, which is not a release in releases.json.`];
  if (name <= last)
    return [`${name} is part of ${unusedSince} itself: older code still runs then. Drop it a release later.`];
  if (compatibleSince === undefined)
    return [`${name}: export compatibleSince, a migration that came with ${unusedSince}.`];
  const earlier = record[versions[at - 1] ?? ''] ?? '';
  if (compatibleSince > last || compatibleSince <= earlier) {
    return [
      `${name}: compatibleSince must name a migration that came with ${unusedSince} (after ${earlier || 'none'}, up to ` +
        `${last}). If that release has none, wait for one that has.`,
    ];
  }
  return [];
}

/** Returns the faults of the record: each release has an entry and a heading in the changelog, in order. */
export function recordFaults(
  record: ReleaseRecord,
  { version, changelog, migrations }: { version: string; changelog: string; migrations: string[] },
): string[] {
  const faults: string[] = [];
  const entries = Object.entries(record);
  if (entries.at(-1)?.[0] !== version)
    faults.push(`releases.json does not end with ${version}: npm run schema adds it.`);
  for (const [at, [release, last]] of entries.entries()) {
    if (!migrations.includes(last)) faults.push(`releases.json: ${release} ends with ${last}, which does not exist.`);
    if (last < (entries[at - 1]?.[1] ?? '')) faults.push(`releases.json: ${release} ends before the previous release.`);
    const hasHeading = changelog
      .split('\n')
      .some((line) => line === `## ${release}` || line.startsWith(`## ${release} `));
    if (!hasHeading) faults.push(`CHANGELOG.md has no entry for ${release}.`);
  }
  return faults;
}
