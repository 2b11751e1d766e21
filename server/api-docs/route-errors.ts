import { ERRORS, type ErrorCode } from '../../contract/errors.ts';
import type { RouteDoc } from './route-doc.ts';

/** Properties of a route that determine its errors. */
export interface RouteShape {
  method: string;
  needsSession: boolean;
  hasQuery: boolean;
  hasBody: boolean;
  doc: RouteDoc;
}

/** Every error that a route can return, by status, lowest first. */
export function errorsOf({ method, needsSession, hasQuery, hasBody, doc }: RouteShape): Map<number, ErrorCode[]> {
  const codes = new Set<ErrorCode>(doc.errors);
  const add = (...more: ErrorCode[]) => {
    for (const code of more) codes.add(code);
  };
  if (needsSession) add('signed_out');
  if (hasQuery || hasBody) add('invalid_input');
  // Bodies are read for every method but GET, also where the call does not use them.
  if (method !== 'GET' && !doc.isSigned) add('invalid_json', 'wrong_origin', 'body_too_large', 'wrong_content_type');
  if (doc.isVersioned && method !== 'GET') add('version_conflict');
  add('misdirected', 'too_many_requests', 'unexpected');
  if (!doc.responseType) add('unavailable');
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(ERRORS[code][0], [...(byStatus.get(ERRORS[code][0]) ?? []), code]);
  return new Map([...byStatus].sort(([one], [other]) => one - other));
}
