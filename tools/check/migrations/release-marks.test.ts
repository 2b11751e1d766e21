import { expect, it } from 'vitest';
import { type CheckedMigration, markFaults, recordFaults } from './release-marks.ts';

const RECORD = { '0.2.0': '0012_operation', '0.3.0': '0014_two', '0.4.0': '0014_two', '0.5.0': '0015_three' };
const drop = (changes: Partial<CheckedMigration>): CheckedMigration => ({
  name: '0016_drop',
  contractions: ['drops the column handles.note'],
  ...changes,
});

it('accepts a migration that only adds, without marks', () => {
  expect(markFaults(drop({ contractions: [] }), RECORD)).toEqual([]);
});

it('accepts a drop that names an earlier release and one of its migrations', () => {
  expect(markFaults(drop({ unusedSince: '0.3.0', compatibleSince: '0014_two' }), RECORD)).toEqual([]);
  expect(markFaults(drop({ unusedSince: '0.3.0', compatibleSince: '0013_one' }), RECORD)).toEqual([]);
});

it('rejects a drop that names no release', () => {
  expect(markFaults(drop({}), RECORD)).toEqual([
    expect.stringMatching(/^0016_drop drops the column handles.note: export unusedSince/),
  ]);
  expect(markFaults(drop({ compatibleSince: '0014_two' }), RECORD)).toHaveLength(1);
});

it('rejects a mark for older code that names no release', () => {
  expect(markFaults(drop({ contractions: [], compatibleSince: '0014_two' }), RECORD)).toEqual([
    expect.stringMatching(/^0016_drop has compatibleSince: export unusedSince/),
  ]);
});

it('rejects a drop that names an unknown release, such as the one in progress', () => {
  expect(markFaults(drop({ unusedSince: '0.6.0', compatibleSince: '0015_three' }), RECORD)).toEqual([
    expect.stringMatching(/0\.6\.0, which is not a release/),
  ]);
});

it('rejects a drop in the release that stopped using the column', () => {
  const marked = drop({ name: '0015_three', unusedSince: '0.5.0', compatibleSince: '0015_three' });
  expect(markFaults(marked, RECORD)).toEqual([expect.stringMatching(/part of 0\.5\.0 itself/)]);
});

it('rejects a compatible migration that did not come with the named release', () => {
  const withMigration = (unusedSince: string, compatibleSince?: string) =>
    markFaults(drop({ unusedSince, compatibleSince }), RECORD);
  expect(withMigration('0.3.0')).toEqual([expect.stringMatching(/export compatibleSince/)]);
  // Code of 0.2.0 is compatible with this migration and still uses the column.
  expect(withMigration('0.3.0', '0012_operation')).toEqual([
    expect.stringMatching(/after 0012_operation, up to 0014_two/),
  ]);
  expect(withMigration('0.3.0', '0015_three')).toHaveLength(1);
  // 0.4.0 came without a migration, so no mark can distinguish it from 0.3.0.
  expect(withMigration('0.4.0', '0014_two')).toHaveLength(1);
});

const changelog = '# Changelog\n\n## 0.2.0 (2026-11-22)\n\n## 0.1.0\n';
const migrations = ['0007_a', '0012_b', '0013_c'];

it('accepts a record that names every release in the changelog and ends with this version', () => {
  const record = { '0.1.0': '0007_a', '0.2.0': '0012_b' };
  expect(recordFaults(record, { version: '0.2.0', changelog, migrations })).toEqual([]);
});

it('reports a version without an entry, an unknown migration, a wrong order and a missing heading', () => {
  const faultsOf = (record: Record<string, string>, version: string) =>
    recordFaults(record, { version, changelog, migrations });
  expect(faultsOf({ '0.1.0': '0007_a' }, '0.2.0')).toEqual([expect.stringMatching(/does not end with 0\.2\.0/)]);
  expect(faultsOf({ '0.1.0': '0007_a', '0.2.0': '0099_x' }, '0.2.0')).toEqual([expect.stringMatching(/0099_x/)]);
  expect(faultsOf({ '0.1.0': '0013_c', '0.2.0': '0012_b' }, '0.2.0')).toEqual([
    expect.stringMatching(/0\.2\.0 ends before/),
  ]);
  expect(faultsOf({ '0.2.0': '0012_b', '0.3.0': '0013_c' }, '0.3.0')).toEqual(['CHANGELOG.md has no entry for 0.3.0.']);
});
