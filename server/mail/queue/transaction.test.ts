import { expect, it } from 'vitest';
import { provesFailure } from './transaction.ts';

it.each([
  ['a unique violation', { code: '23505', severity: 'ERROR' }, true],
  ['a full disk that PostgreSQL survived', { code: '53100', severity: 'ERROR' }, true],
  ['a deadlock', { code: '40P01', severity: 'ERROR' }, true],
  ['a disk failure while the write-ahead log was synced', { code: '58030', severity: 'PANIC' }, false],
  ['a full disk that crashed PostgreSQL', { code: '53100', severity: 'PANIC' }, false],
  ['an administrator who ended the session', { code: '57P01', severity: 'FATAL' }, false],
  ['a lost connection', { code: 'ECONNRESET' }, false],
  ['an unknown error', {}, false],
])('decides after %s whether the commit certainly failed', (_what, error, sure) => {
  expect(provesFailure(Object.assign(new Error('commit'), error))).toBe(sure);
});
