import { ApiError } from '../../api/error.ts';
import type { DraftBlock } from './draft.ts';
import type { FieldErrors } from './editor-store.ts';

/** Returns the server's messages by the key of a block and its field; paths are like `3.title`. */
export function blockErrorsOf(error: unknown, sent: readonly DraftBlock[]): Record<string, FieldErrors> {
  if (!(error instanceof ApiError)) return {};
  const found: Record<string, Record<string, string>> = {};
  for (const { path, message } of error.fieldErrors) {
    // PATCH of `socialLinks` puts the name of the field before the index.
    const [index = '', ...field] = path.replace(/^socialLinks\./, '').split('.');
    const key = /^\d+$/.test(index) ? sent[Number(index)]?.key : undefined;
    if (key === undefined) continue;
    found[key] ??= {};
    found[key][field.join('.')] ??= message;
  }
  return found;
}
