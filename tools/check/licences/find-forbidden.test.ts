import { describe, expect, it } from 'vitest';
import { findForbidden } from './find-forbidden.ts';

const policy = {
  allowed: ['MIT', 'ISC'],
  exceptions: [
    { package: 'codec-*', licence: 'LGPL-3.0-or-later', shipped: true, reason: 'a shared library' },
    { package: 'linter', licence: 'MPL-2.0', shipped: false, reason: 'a tool' },
  ],
};
const used = {
  'node_modules/codec-linux': { license: 'MIT AND LGPL-3.0-or-later' },
  'node_modules/linter': { license: 'MPL-2.0' },
};
const shipped = new Set(['node_modules/codec-linux', 'node_modules/a/node_modules/@b/c']);
const check = (license: string) =>
  findForbidden({ packages: { '': {}, ...used, 'node_modules/a/node_modules/@b/c': { license } } }, shipped, policy);

describe('findForbidden', () => {
  it.each([
    'MIT',
    'MIT OR GPL-3.0-only',
    'GPL-3.0-only OR MIT AND ISC',
    '(MIT OR GPL-3.0-only) AND ISC',
    'MIT AND (ISC)',
  ])('accepts the licence %s', (license) => expect(check(license)).toEqual([]));

  it.each([
    'GPL-3.0-only',
    'mit',
    'MIT AND GPL-3.0-only',
    'MIT AND GPL-3.0-only OR AGPL-3.0-only',
    '(MIT OR ISC) AND GPL-3.0-only',
    'LGPL-3.0-or-later',
    'MPL-2.0',
    'MIT WITH Some-exception',
    'SEE LICENSE IN LICENSE.txt',
    '(MIT',
    'MIT ISC',
    'UNLICENSED',
  ])('reports the package with the licence %s', (license) => {
    expect(check(license)).toEqual([`@b/c: ${license}, in a release`]);
  });

  it('names a package without a licence, even one that no release contains', () => {
    expect(findForbidden({ packages: { ...used, 'node_modules/@b/c': {} } }, shipped, policy)).toEqual([
      '@b/c: no licence',
    ]);
  });

  it('rejects a package in a release if the exception is for tools', () => {
    expect(findForbidden({ packages: used }, new Set([...shipped, 'node_modules/linter']), policy)).toEqual([
      'linter: MPL-2.0, in a release',
      'linter: the exception for MPL-2.0 has no use',
    ]);
  });
});
