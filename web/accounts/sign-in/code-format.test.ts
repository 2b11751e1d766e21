import { expect, it } from 'vitest';
import { SIGN_IN_CODE_ATTEMPTS, SIGN_IN_CODE_DIGITS } from '../../../contract/accounts/accounts.ts';
import { CODE_ATTEMPTS, CODE_DIGITS, codeDigits, editCode, formatCode } from './code-format.ts';

it('the code field has the number of digits and attempts of the contract', () => {
  expect([CODE_DIGITS, CODE_ATTEMPTS]).toEqual([SIGN_IN_CODE_DIGITS, SIGN_IN_CODE_ATTEMPTS]);
});

it.each([
  ['12345678', '12345678'],
  [' 1234-5678 ', '12345678'],
  ['Your code is 1234 5678, valid for 10 minutes', '12345678'],
  ['１２３４５６７８', '12345678'],
  ['1234567890', '12345678'],
  ['12 34', '1234'],
  ['no digits', ''],
])('the code in the text %j is %j', (text, digits) => {
  expect(codeDigits(text)).toBe(digits);
});

it.each([
  ['', ''],
  ['1234', '1234'],
  ['12345', '1234 5'],
  ['12345678', '1234 5678'],
])('the digits %j are shown as %j', (digits, shown) => {
  expect(formatCode(digits)).toBe(shown);
});

it.each([
  ['a fifth digit is typed', '1234', { text: '12345', caret: 5 }, { text: '1234 5', caret: 6 }],
  ['a digit is inserted at the start', '2345 678', { text: '12345 678', caret: 1 }, { text: '1234 5678', caret: 1 }],
  ['a code is pasted', '', { text: '1234-5678', caret: 9 }, { text: '1234 5678', caret: 9 }],
  ['the same code is pasted again', '1234 5678', { text: '12345678', caret: 8 }, { text: '1234 5678', caret: 9 }],
  ['a letter is typed', '12', { text: '12x', caret: 3 }, { text: '12', caret: 2 }],
  ['a ninth digit is typed', '1234 5678', { text: '1234 56789', caret: 10 }, { text: '1234 5678', caret: 9 }],
  ['the fifth digit is deleted', '1234 5', { text: '1234 ', caret: 5 }, { text: '1234', caret: 4 }],
  ['the space is deleted', '1234 5678', { text: '12345678', caret: 4 }, { text: '1235 678', caret: 3 }],
])('the code field stays formatted and keeps its caret when %s', (_edit, before, edited, after) => {
  expect(editCode(before, edited)).toEqual(after);
});
