import { ApiError } from '../../platform/http/api-error.ts';
import type { Server } from '../../platform/http/server.ts';

/** Enough for the longest message, with every character of four bytes encoded as twelve, and the other fields. */
const MAX_FORM_BYTES = 96 * 1024;
const MAX_FIELDS = 20;

/** The fields of a form. A field that was sent twice is invalid and has its first value. */
export interface FormBody {
  fields: Map<string, string>;
  repeated: string[];
}

/** Makes a scope accept forms (application/x-www-form-urlencoded) in place of JSON. */
export function acceptForms(scope: Server): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, readForm(body as string)),
  );
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES }, (_request, _body, done) =>
    done(new ApiError('wrong_content_type', { message: 'Please send this form from its page.' })),
  );
}

/** Parses a form. Broken escapes and bytes that are not UTF-8 become replacement characters (WHATWG URL 5.1). */
function readForm(text: string): FormBody {
  const fields = new Map<string, string>();
  const repeated: string[] = [];
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    if (++count > MAX_FIELDS) break;
    if (fields.has(name)) repeated.push(name);
    else fields.set(name, value);
  }
  return { fields, repeated };
}
