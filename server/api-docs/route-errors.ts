import { ERRORS, type ErrorCode } from '../../contract/errors.ts';
import type { RouteDoc } from './route-doc.ts';

/** What can be told of a route without knowing what it does. */
export interface RouteShape {
  method: string;
  needsSession: boolean;
  hasQuery: boolean;
  hasBody: boolean;
  words: RouteDoc;
}

/** Every failure that a route can answer, by status, lowest first. */
export function errorsOf({ method, needsSession, hasQuery, hasBody, words }: RouteShape): Map<number, ErrorCode[]> {
  const codes = new Set<ErrorCode>(words.fails);
  const add = (...more: ErrorCode[]) => {
    for (const code of more) codes.add(code);
  };
  if (needsSession) add('signed_out');
  if (hasQuery || hasBody) add('invalid_input');
  // Bodies are read whether or not the call has a use for them.
  if (method !== 'GET' && !words.isSigned) add('invalid_json', 'wrong_origin', 'body_too_large', 'wrong_content_type');
  if (words.isVersioned && method !== 'GET') add('version_conflict');
  add('misdirected', 'too_many_requests', 'unexpected');
  if (!words.answers) add('unavailable');
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(ERRORS[code][0], [...(byStatus.get(ERRORS[code][0]) ?? []), code]);
  return new Map([...byStatus].sort(([one], [other]) => one - other));
}
