import fc from 'fast-check';
import { expect, it } from 'vitest';
import { filterHandle, HANDLE_MAX_LENGTH } from '../../../contract/handles/handle-rules.ts';
import { editHandle } from './handle-edit.ts';

/** Edits a text in which `|` marks the caret, and marks the caret of the result. */
const edit = (marked: string) => {
  const { handle, caret } = editHandle(marked.replace('|', ''), marked.indexOf('|'));
  return `${handle.slice(0, caret)}|${handle.slice(caret)}`;
};
const full = 'a'.repeat(HANDLE_MAX_LENGTH);

it.each([
  ['abc_|yxdef', 'abc|yxdef'],
  ['abcQ|yxdef', 'abcq|yxdef'],
  ['Abc|', 'abc|'],
  ['ni hao|', 'nihao|'],
  ['你好|abc', '|abc'],
  [`x|${full}`, `|${full}`],
  [`${full}x|`, `${full}|`],
  [`aaaPASTED-TOO-LONG|${'b'.repeat(25)}`, `aaapa|${'b'.repeat(25)}`],
])('filters %s to %s', (typed, filtered) => expect(edit(typed)).toBe(filtered));

it('agrees with filterHandle on short texts and never exceeds the maximum length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(60), (text, at) => {
      const { handle, caret } = editHandle(text, Math.min(at, text.length));
      expect(handle.length).toBeLessThanOrEqual(HANDLE_MAX_LENGTH);
      expect(caret).toBeLessThanOrEqual(handle.length);
      expect(filterHandle(handle)).toBe(handle);
      if (text.length <= HANDLE_MAX_LENGTH && /^[\x20-\x7e]*$/.test(text)) expect(handle).toBe(filterHandle(text));
    }),
  );
});
