import { expect, it } from 'vitest';
import { type History, NO_HISTORY, recorded, redone, undone } from './history.ts';

const edit = (history: History<string>, before: string, name = '', at = 0, joins = false) =>
  recorded(history, { before, name, at }, joins);

it('steps back and forward through the edits', () => {
  const history = edit(edit(NO_HISTORY, 'a'), 'b');
  const [b, afterOne] = undone(history, 'c') ?? [];
  const [a, afterTwo] = undone(afterOne as History<string>, b as string) ?? [];
  expect([b, a]).toEqual(['b', 'a']);
  expect(undone(afterTwo as History<string>, 'a')).toBeUndefined();
  const [again, forward] = redone(afterTwo as History<string>, 'a', 0) ?? [];
  const [last, end] = redone(forward as History<string>, again as string, 0) ?? [];
  expect([again, last]).toEqual(['b', 'c']);
  expect(redone(end as History<string>, 'c', 0)).toBeUndefined();
});

it('forgets the steps that were undone after another edit', () => {
  const [, back] = undone(edit(NO_HISTORY, 'a'), 'b') ?? [];
  expect(edit(back as History<string>, 'a').future).toEqual([]);
});

it('joins typing in one field until a pause, and keeps other edits apart', () => {
  const typed = edit(edit(NO_HISTORY, '', 'bio', 0, true), 'f', 'bio', 1000, true);
  expect(typed.past.map(({ before }) => before)).toEqual(['']);
  // The pause counts from the last letter.
  expect(edit(typed, 'fi', 'bio', 2400, true).past).toHaveLength(1);
  expect(edit(typed, 'fi', 'bio', 2600, true).past).toHaveLength(2);
  expect(edit(typed, 'fi', 'name', 1100, true).past).toHaveLength(2);
  expect(edit(typed, 'fi', 'bio', 1100, false).past).toHaveLength(2);
});

it('keeps the last hundred steps', () => {
  let history: History<string> = NO_HISTORY;
  for (let step = 0; step < 120; step++) history = edit(history, String(step));
  expect(history.past.map(({ before }) => before)).toEqual(Array.from({ length: 100 }, (_, at) => String(at + 20)));
});
