import { expect, test } from 'vitest';
import { surelyFailed } from './transaction.ts';

test.each([
  ['a unique violation', { code: '23505', severity: 'ERROR' }, true],
  ['a full disk that PostgreSQL survived', { code: '53100', severity: 'ERROR' }, true],
  ['a deadlock', { code: '40P01', severity: 'ERROR' }, true],
  ['a disk that failed while the log was synced', { code: '58030', severity: 'PANIC' }, false],
  ['a full disk that PostgreSQL fell over', { code: '53100', severity: 'PANIC' }, false],
  ['an administrator who ended the session', { code: '57P01', severity: 'FATAL' }, false],
  ['a lost connection', { code: 'ECONNRESET' }, false],
  ['no answer', {}, false],
])('after %s: is it sure that nothing was committed', (_what, error, sure) => {
  expect(surelyFailed(Object.assign(new Error('commit'), error))).toBe(sure);
});
