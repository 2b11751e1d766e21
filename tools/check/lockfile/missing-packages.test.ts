import { expect, it } from 'vitest';
import { missingPackages } from './missing-packages.ts';

it('reports optional packages without an entry, and finds packages in the folder of the requiring package or above it', () => {
  const packages = {
    '': { optionalDependencies: { 'database-linux': '1.0.0', 'database-darwin': '1.0.0' } },
    'node_modules/database-linux': {},
    'node_modules/linter': { optionalDependencies: { 'linter-linux': '1.0.0', 'linter-win32': '1.0.0' } },
    'node_modules/linter/node_modules/linter-linux': {},
    'node_modules/@a/b/node_modules/c': { optionalDependencies: { 'database-linux': '1.0.0' } },
  };
  expect(missingPackages(packages)).toEqual(['database-darwin', 'linter-win32']);
});
