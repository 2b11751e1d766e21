import { expect, it } from 'vitest';
import { blockPattern } from '../../../contract/forwarding/mail-policy.ts';
import { readPatterns } from './read-patterns.ts';

it('parses addresses and domains with any separator and removes duplicates', () => {
  const text = ' Spam@Shop.example,\n@ads.example; <news@list.example>  spam@shop.example\r\n';
  expect(readPatterns(text, blockPattern)).toEqual({
    valid: ['spam@shop.example', '@ads.example', 'news@list.example'],
    invalid: [],
  });
});

it('turns a bare domain into a pattern for the whole domain', () => {
  expect(readPatterns('shop.example', blockPattern)).toEqual({ valid: ['@shop.example'], invalid: [] });
});

it('returns unparsable words of a text with addresses and domains as they were typed', () => {
  expect(readPatterns('a@b.example a@@b.example <x@> ok.example', blockPattern)).toEqual({
    valid: ['a@b.example', '@ok.example'],
    invalid: ['a@@b.example', '<x@>'],
  });
});

it('does not treat words without a domain ending as domains', () => {
  const invalid = ['not', 'valid', 'localhost', 'spam@not', '@1.2', '@-.example', '@a..example'];
  const text = `${invalid.join(' ')} bob@localhost xn--bcher-kva.example`;
  const valid = ['bob@localhost', '@xn--bcher-kva.example'];
  expect(readPatterns(text, blockPattern)).toEqual({ valid, invalid });
});

it('returns no patterns for a text of separators only', () => {
  expect(readPatterns(' ,;\n', blockPattern)).toEqual({ valid: [], invalid: [] });
});
