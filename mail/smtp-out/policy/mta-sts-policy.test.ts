import { describe, expect, it } from 'vitest';
import { DAY_SECONDS } from '../../../contract/time.ts';
import { coversHost, parsePolicy, policyId } from './mta-sts-policy.ts';

const whole = 'version: STSv1\nmode: enforce\nmx: a.test\nmx: *.b.test\nmax_age: 86400\n';

it('parses an MTA-STS policy', () => {
  const policy = { mode: 'enforce', mx: ['a.test', '*.b.test'], maxAge: DAY_SECONDS };
  expect(parsePolicy(whole)).toEqual(policy);
  expect(parsePolicy(whole.replaceAll('\n', '\r\n').replaceAll(': ', ':\t '))).toEqual(policy);
  expect(parsePolicy(`${whole}mode: none\nfuture: field\n`)).toEqual(policy);
  expect(parsePolicy('version: STSv1\nmode: none\nmax_age: 99999999999')).toBeNull();
  expect(parsePolicy('version: STSv1\nmode: none\nmax_age: 9999999999')).toMatchObject({
    mode: 'none',
    maxAge: 31_557_600,
  });
});

it('accepts a lone CR as line end', () => {
  expect(parsePolicy(whole.replaceAll('\n', '\r'))).toEqual(parsePolicy(whole));
});

it.each([
  ['', 'an empty text'],
  [whole.replace('enforce', 'enforce\0'), 'a control character'],
  [whole.replace('86400', '86400\v'), 'a vertical tab'],
  [whole.replace('86400', '86400\u0085'), 'a next-line character'],
  ['<html>', 'an HTML page'],
  [whole.replace('STSv1', 'STSv2'), 'another version'],
  [whole.replace('enforce', 'hope'), 'an unknown mode'],
  [whole.replace('86400', 'long'), 'an invalid max_age'],
  [whole.replace(/mx:.*\n/g, ''), 'no MX pattern'],
  [whole.replace('a.test', '*'), 'a pattern that matches every host'],
])('rejects the MTA-STS policy %j: %s', (text) => {
  expect(parsePolicy(text)).toBeNull();
});

it('parses the policy id of the TXT record', () => {
  expect(policyId([['v=STSv1; id=2026', '1120;']])).toBe('20261120');
  expect(policyId([['spf'], ['v=STSv1;id=a1']])).toBe('a1');
  expect(policyId([['v=STSv1; id=1'], ['v=STSv1; id=2']])).toBeNull();
  expect(policyId([['v=STSv1;']])).toBeNull();
  expect(policyId([])).toBeNull();
});

describe('coversHost', () => {
  const policy = { mode: 'enforce' as const, mx: ['a.test', '*.b.test'], maxAge: 1 };
  it.each([
    ['a.test', true],
    ['mx.b.test', true],
    ['b.test', false],
    ['x.mx.b.test', false],
    ['x.a.test', false],
    ['evil-b.test', false],
  ])('returns for the host %s whether a pattern matches: %s', (name, expected) => {
    expect(coversHost(policy, name)).toBe(expected);
  });
});
