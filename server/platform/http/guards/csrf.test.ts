import { expect, it } from 'vitest';
import { isNestedTooDeeply } from './csrf.ts';

it.each([
  ['{"a":[{"b":[1,2,{"c":{}}]}]}', false],
  [`${'['.repeat(32)}${']'.repeat(32)}`, false],
  [`${'['.repeat(33)}${']'.repeat(33)}`, true],
  [`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, true],
  ['['.repeat(240_000), true],
  [`"${'['.repeat(50)}"`, false],
  [`"\\"${'{'.repeat(50)}"`, false],
  [`"\\\\"${'{'.repeat(50)}`, true],
  [`[${'[],{},'.repeat(1000)}[]]`, false],
])('tells from its brackets outside of strings whether JSON is nested too deeply: %#', (json, isTooDeep) => {
  expect(isNestedTooDeeply(json)).toBe(isTooDeep);
});
