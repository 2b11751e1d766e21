import { expect, it } from 'vitest';
import { type Release, releaseBefore } from './release-history.ts';

const release = (version: string, ...migrations: string[]): Release => ({ version, commit: version, migrations });
const HISTORY = [release('0.3.0', '0001_a', '0002_b'), release('0.2.0', '0001_a'), release('0.1.0')];

it('returns the previous version if the tree is a release or only fixes one', () => {
  expect(releaseBefore({ version: '0.3.0', migrations: ['0001_a', '0002_b'] }, HISTORY).version).toBe('0.2.0');
});

it('returns the newest release if the version of the tree has not been released', () => {
  expect(releaseBefore({ version: '0.4.0', migrations: ['0001_a', '0002_b'] }, HISTORY).version).toBe('0.3.0');
});

it('returns the release of the same version if the tree has migrations that this release lacks', () => {
  const migrations = ['0001_a', '0002_b', '0003_c'];
  expect(releaseBefore({ version: '0.3.0', migrations }, HISTORY).version).toBe('0.3.0');
});

it('never returns a release that cannot start on a newer schema', () => {
  const history = HISTORY.slice(1);
  expect(releaseBefore({ version: '0.2.0', migrations: ['0001_a'] }, history).version).toBe('0.2.0');
  expect(() => releaseBefore({ version: '0.1.0', migrations: [] }, history.slice(1))).toThrow('no release since 0.2.0');
});
