import { expect, it } from 'vitest';
import { SIGN_IN_CODE_ATTEMPTS, SIGN_IN_CODE_DIGITS } from '../../../contract/accounts/sign-in.ts';
import { CODE_ATTEMPTS, CODE_DIGITS, codeDigits, editCode, formatCode } from './code-format.ts';

it('the code field has the number of digits and attempts of the contract', () => {
  expect([CODE_DIGITS, CODE_ATTEMPTS]).toEqual([SIGN_IN_CODE_DIGITS, SIGN_IN_CODE_ATTEMPTS]);
});

it.each([
  ['123456', '123456'],
  [' 123-456 ', '123456'],
  ['Your code is 123 456, valid for 10 minutes', '123456'],
  ['１２３４５６', '123456'],
  ['12345678', '123456'],
  ['12 34', '1234'],
  ['no digits', ''],
])('the code in the text %j is %j', (text, digits) => {
  expect(codeDigits(text)).toBe(digits);
});

it.each([
  ['', ''],
  ['123', '123'],
  ['1234', '123 4'],
  ['123456', '123 456'],
])('the digits %j are shown as %j', (digits, shown) => {
  expect(formatCode(digits)).toBe(shown);
});

it.each([
  ['a fourth digit is typed', '123', { text: '1234', caret: 4 }, { text: '123 4', caret: 5 }],
  ['a digit is inserted at the start', '234 56', { text: '1234 56', caret: 1 }, { text: '123 456', caret: 1 }],
  ['a code is pasted', '', { text: '123-456', caret: 7 }, { text: '123 456', caret: 7 }],
  ['the same code is pasted again', '123 456', { text: '123456', caret: 6 }, { text: '123 456', caret: 7 }],
  ['a letter is typed', '12', { text: '12x', caret: 3 }, { text: '12', caret: 2 }],
  ['a seventh digit is typed', '123 456', { text: '123 4567', caret: 8 }, { text: '123 456', caret: 7 }],
  ['the fourth digit is deleted', '123 4', { text: '123 ', caret: 4 }, { text: '123', caret: 3 }],
  ['the space is deleted', '123 456', { text: '123456', caret: 3 }, { text: '124 56', caret: 2 }],
])('the code field stays formatted and keeps its caret when %s', (_edit, before, edited, after) => {
  expect(editCode(before, edited)).toEqual(after);
});
