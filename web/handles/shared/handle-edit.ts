import { HANDLE_MAX_LENGTH, handleCharacters } from '../../../contract/handle-rules.ts';

/** What a handle field holds after an edit, and where its caret stands. */
export interface HandleEdit {
  handle: string;
  caret: number;
}

/**
 * Filters the text of a handle field whose caret stands at `caret`, behind what was typed or pasted last. What does not
 * fit is cut off there, as `maxlength` does: the text behind the caret stays.
 */
export function editHandle(text: string, caret: number): HandleEdit {
  const after = handleCharacters(text.slice(caret)).slice(0, HANDLE_MAX_LENGTH);
  const before = handleCharacters(text.slice(0, caret)).slice(0, HANDLE_MAX_LENGTH - after.length);
  return { handle: before + after, caret: before.length };
}
