import { expect, it } from 'vitest';
import { faultyDecisions, withDecisions } from './decision-index.ts';

const OLD =
  '# 1. Old\n\n**Superseded in part by [decision 2](0002-new.md) and [decision 3](0003-newer.md)**: a part.\n\n**Context.**';
const DECISIONS = {
  '0001-old.md': OLD,
  '0002-new.md': '# 2. New\n\n**Context.** Old.',
  '0003-newer.md': '# 3. Newer\n',
};
const INDEX = '# Decisions\n\n## Mail\n\n- [1](0001-old.md)\n- [?](0002-new.md), gone\n- [3. Newer](0003-newer.md)\n';

it('generates the number, title and superseding decisions of each line, and keeps the topics and their order', () => {
  expect(withDecisions(INDEX, DECISIONS)).toBe(
    '# Decisions\n\n## Mail\n\n- [1. Old](0001-old.md), superseded in part by 2, 3\n- [2. New](0002-new.md)\n- [3. Newer](0003-newer.md)\n',
  );
});

it.each([
  [
    'a decision that the index lacks',
    INDEX.replace('- [1](0001-old.md)\n', ''),
    {},
    'index.md: 0001-old.md is linked 0 times',
  ],
  ['a decision that is linked twice', `${INDEX}- [1](0001-old.md)\n`, {}, 'index.md: 0001-old.md is linked 2 times'],
  [
    'a title without the number',
    INDEX,
    { '0002-new.md': '# New\n' },
    'docs/decisions/0002-new.md: the title lacks its number',
  ],
  [
    'a mark in another form',
    INDEX,
    { '0001-old.md': '# 1. Old\n\nReplaced by decision 2.\n' },
    'docs/decisions/0001-old.md: write "**Superseded by [decision N](FILE)**: reason" below the title',
  ],
])('reports %s', (_, index, changed, fault) => {
  expect(faultyDecisions('index.md', INDEX, DECISIONS)).toEqual([]);
  expect(faultyDecisions('index.md', index, { ...DECISIONS, ...changed })).toEqual([fault]);
});
