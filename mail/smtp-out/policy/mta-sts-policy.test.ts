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

it.each([
  ['tabs and spaces around names and values', whole.replaceAll(': ', ' \t:\t \t').replaceAll('\n', ' \t\n')],
  ['no line end after the last field', whole.trimEnd()],
  ['empty lines', `\n\n${whole}\n`],
  ['capital letters in a host', whole.replace('a.test', 'A.Test')],
  ['a line without a colon that begins like a field', `modes\n${whole}`],
  ['lines that are not fields', `hello\n${whole}:x\ny:\nz: \n`],
  ['a tilde and a no-break space in an unknown field', `${whole}x: ~\u00a0\n`],
])('ignores %s', (_what, text) => {
  expect(parsePolicy(text)).toEqual(parsePolicy(whole));
});

it.each(['testing', 'none'])('reads the mode %s', (mode) => {
  expect(parsePolicy(whole.replace('enforce', mode))).toMatchObject({ mode });
});

it('accepts hosts with several labels', () => {
  expect(parsePolicy(whole.replace('a.test', 'mx-1.eu.a.test'))?.mx).toEqual(['mx-1.eu.a.test', '*.b.test']);
});

it('needs valid hosts unless the policy is switched off', () => {
  expect(parsePolicy(whole.replace('enforce', 'none').replace('a.test', '*'))).toMatchObject({ mode: 'none' });
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
  ...['*.', '*a.test', '*.*.test', 'x.*.test', '.a.test', 'a.test.', 'a..test', 'a_b.test', 'a.te_st', 'a b.test'].map(
    (name) => [whole.replace('a.test', name), `the host ${name}`],
  ),
  ...['x86400', '86400x', '', '-1', '12345678901'].map((age) => [whole.replace('86400', age), `the max_age ${age}`]),
  [whole.replace('86400', '86400\x1f'), 'the last control character'],
  [`${whole}x: \x7f\n`, 'a delete character'],
  [`${whole}x: \x9f\n`, 'the last of the second control characters'],
  [whole.replace(/max_age.*/, ''), 'no max_age'],
  [whole.replace(/mode.*/, ''), 'no mode'],
  [whole.replace(/version.*/, ''), 'no version'],
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

it.each([
  ['v=STSv1 \t;\t id=A1', 'A1'],
  ['v=STSv1; x=1; id=a1 \t; y=2', 'a1'],
  ['v=STSv1; ID=a1', 'a1'],
  [`v=STSv1; id=${'a'.repeat(32)};`, 'a'.repeat(32)],
  [`v=STSv1; id=${'a'.repeat(33)};`, null],
  ['v=STSv1; id=;', null],
  ['v=STSv1; id=a-1;', null],
  ['v=STSv1; id=a b;', null],
  ['v=STSv1; xid=a1;', null],
  ['xv=STSv1; id=a1;', null],
  ['v=STSv1x; id=a1;', null],
])('finds the policy id in the record %j: %j', (record, id) => {
  expect(policyId([[record]])).toBe(id);
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
    ['test', false],
  ])('returns whether a pattern matches the host %s: %s', (name, expected) => {
    expect(coversHost(policy, name)).toBe(expected);
  });

  it('never matches a pattern with a name without a dot', () => {
    expect(coversHost({ ...policy, mx: ['*.test'] }, 'test')).toBe(false);
  });
});
