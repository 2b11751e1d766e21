import { expect, it } from 'vitest';
import { allowedList } from '../../../contract/mail-policy.ts';
import { readLists } from './read-lists.ts';

it('reads the List-Id out of a pasted header field', () => {
  expect(readLists('List-Id: Developers, all of them <Dev.Lists.example.org>', allowedList)).toEqual({
    good: ['dev.lists.example.org'],
    bad: [],
  });
});

it('takes names, domains and addresses of lists, each once', () => {
  expect(readLists('dev@lists.example.org, @lists.example.com\ndev.lists.example.org', allowedList)).toEqual({
    good: ['dev.lists.example.org', 'lists.example.com'],
    bad: [],
  });
});

it('returns what is no List-Id as it was typed', () => {
  expect(readLists('example a@@b.example 192.0.2.1 ok.example', allowedList)).toEqual({
    good: ['ok.example'],
    bad: ['example', 'a@@b.example', '192.0.2.1'],
  });
});
