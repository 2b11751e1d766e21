import { expect, it } from 'vitest';
import type { Block } from '../../../contract/blocks/blocks.ts';
import type { DraftBlock } from './draft.ts';
import { mergeBlocks } from './merge-blocks.ts';

const text = (key: string, content = key): DraftBlock => ({
  key,
  block: { type: 'text', text: content, hidden: false, featured: false, from: null, until: null } satisfies Block,
});
const a = text('a');
const b = text('b');
const mine = text('mine');
const theirs = text('theirs');
const changed = text('b', 'another text');

it.each([
  ['additions of both sides, those made elsewhere first', [a, b], [a, b, theirs], [a, b, mine], [a, b, theirs, mine]],
  ['an addition in its place', [a, b], [a, b], [a, mine, b], [a, mine, b]],
  ['an addition at the top', [a, b], [a, b], [mine, a, b], [mine, a, b]],
  ['removals of either side', [a, b], [a], [b], []],
  ['the order that was made elsewhere', [a, b], [b, a], [a, b, mine], [b, mine, a]],
  ['changes made here', [a, b], [a, b, theirs], [a, changed], [a, changed, theirs]],
  ['changes made elsewhere', [a, b], [a, changed], [a, b, mine], [a, changed, mine]],
  ['a change made here of a block that was removed elsewhere', [a, b], [a], [a, changed], [a, changed]],
])('merges blocks and keeps %s', (_case, base, stored, own, expected) => {
  expect(mergeBlocks(base, stored, own)).toEqual(expected);
});
