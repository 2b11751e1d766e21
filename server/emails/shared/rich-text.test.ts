import { expect, it } from 'vitest';
import { rich, typed } from './rich-text.ts';

it('turns line breaks, control and direction characters of a typed value into a space', () => {
  expect(typed('Work\r\nBcc: x@y.example\u202e\u2066end\u0000')).toEqual({ typed: 'Work Bcc: x@y.example end ' });
});

it('keeps typed values apart from the text around them', () => {
  expect(rich`Passkey “${typed('Phone')}”, ${2} of ${'three'}.`).toEqual([
    'Passkey “',
    { typed: 'Phone' },
    '”, ',
    '2',
    ' of ',
    'three',
    '.',
  ]);
});
