import { expect, it } from 'vitest';
import { blockPattern } from '../../../contract/mail-policy.ts';
import { readPatterns } from './read-patterns.ts';

it('reads several at once, however they are parted, each once', () => {
  const text = ' Spam@Shop.example,\n@ads.example; <news@list.example>  spam@shop.example\r\n';
  expect(readPatterns(text, blockPattern)).toEqual({
    good: ['spam@shop.example', '@ads.example', 'news@list.example'],
    bad: [],
  });
});

it('takes a bare domain for everybody there', () => {
  expect(readPatterns('shop.example', blockPattern)).toEqual({ good: ['@shop.example'], bad: [] });
});

it('tells which ones it can not read, as they were typed', () => {
  expect(readPatterns('a@b.example a@@b.example <x@> ok.example', blockPattern)).toEqual({
    good: ['a@b.example', '@ok.example'],
    bad: ['a@@b.example', '<x@>'],
  });
});

it('finds nothing in an empty text', () => {
  expect(readPatterns(' ,;\n', blockPattern)).toEqual({ good: [], bad: [] });
});
