import type { ArchiveManifest } from '../../server/backup/archive-format.ts';

/** Describes the content of an archive in one line. */
export function describeContent({ tables, keys, objects }: ArchiveManifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${counted(rows, 'row')} of ${tables.length} tables, ${counted(keys, 'key')}, ${counted(objects.count, 'object')}`;
}

/** Returns a number with its unit. */
function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

export function size(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
