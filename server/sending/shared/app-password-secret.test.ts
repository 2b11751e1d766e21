import { expect, it } from 'vitest';
import { hashToken } from '../../platform/crypto/secrets.ts';
import { createAppPassword, hashAppPassword } from './app-password-secret.ts';

it('creates app passwords of 30 random characters in five groups', () => {
  const made = Array.from({ length: 50 }, createAppPassword);
  for (const password of made) expect(password).toMatch(/^[a-z2-7]{6}(?:-[a-z2-7]{6}){4}$/);
  expect(new Set(made).size).toBe(50);
  expect(new Set(made.join('').replaceAll('-', '')).size).toBe(32);
});

it.each(['abc-def', 'ABC-DEF', 'abcdef', ' ab cd\tef ', 'a-b-c d e f', `abcdef${' '.repeat(194)}`])(
  'takes the app password %j as the one without spaces, hyphens and capitals',
  (typed) => expect(hashAppPassword(typed)).toEqual(hashToken('abcdef')),
);

it('does not take a text of more than 200 characters as an app password', () => {
  expect(hashAppPassword(`abcdef${' '.repeat(195)}`)).toEqual(hashAppPassword(''));
});
