import { HANDLE_MAX_LENGTH, handleCharacters } from '../../../contract/handles/handle-rules.ts';

/** The value and caret position of a handle field after an edit. */
export interface HandleEdit {
  handle: string;
  caret: number;
}

/**
 * Filters the text of a handle field whose caret is at `caret`, after the last typed or pasted character. Text that does
 * not fit is cut off before the caret, as `maxlength` does; the text after the caret is kept.
 */
export function editHandle(text: string, caret: number): HandleEdit {
  const after = handleCharacters(text.slice(caret)).slice(0, HANDLE_MAX_LENGTH);
  const before = handleCharacters(text.slice(0, caret)).slice(0, HANDLE_MAX_LENGTH - after.length);
  return { handle: before + after, caret: before.length };
}
