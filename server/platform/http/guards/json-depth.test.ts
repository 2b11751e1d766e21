import { expect, it } from 'vitest';
import { isTooDeep } from './json-depth.ts';

it('accepts 32 levels of nesting, brackets in texts, and any number of values side by side', () => {
  for (const json of [
    '['.repeat(32) + ']'.repeat(32),
    `{"a":"${'['.repeat(100)}\\"${'{'.repeat(100)}"}`,
    `[${'[],{},'.repeat(1000)}1]`,
    '',
    '1',
    '"\\',
    ']]]]',
  ]) {
    expect(isTooDeep(json), json.slice(0, 40)).toBe(false);
  }
});

it('rejects 33 levels of nesting, complete or not, at any place', () => {
  for (const json of ['['.repeat(33), `{"a":${'{"a":'.repeat(32)}`, `["\\\\",${'['.repeat(32)}${']'.repeat(33)}`]) {
    expect(isTooDeep(json), json.slice(0, 40)).toBe(true);
  }
});
