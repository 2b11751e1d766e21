import { expect, it } from 'vitest';
import { allowedList } from '../../../contract/forwarding/mail-policy.ts';
import { readLists } from './read-lists.ts';

it('parses the List-Id in a pasted List-Id header field', () => {
  expect(readLists('List-Id: Developers, all of them <Dev.Lists.example.org>', allowedList)).toEqual({
    valid: ['dev.lists.example.org'],
    invalid: [],
  });
});

it('parses names, domains and addresses of mailing lists and removes duplicates', () => {
  expect(readLists('dev@lists.example.org, @lists.example.com\ndev.lists.example.org', allowedList)).toEqual({
    valid: ['dev.lists.example.org', 'lists.example.com'],
    invalid: [],
  });
});

it('returns unparsable words of a text with List-Ids as they were typed', () => {
  expect(readLists('example a@@b.example 192.0.2.1 ok.example', allowedList)).toEqual({
    valid: ['ok.example'],
    invalid: ['example', 'a@@b.example', '192.0.2.1'],
  });
});
