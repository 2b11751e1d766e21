import type { FastifySchema } from 'fastify';
import { ERRORS, type ErrorCode } from '../../contract/errors.ts';

/** Properties of a route that determine its errors. */
export interface RouteShape {
  method: string;
  needsSession: boolean;
  needsRecentSignIn: boolean;
  needsAdmin: boolean;
  /** The sender signs the body, which may have any form. */
  isSigned: boolean;
  schema: Pick<FastifySchema, 'querystring' | 'body' | 'errors' | 'isVersioned' | 'produces'>;
}

/** Every error that a route can return, by status, lowest first. */
export function errorsOf(route: RouteShape): Map<number, ErrorCode[]> {
  const { method, isSigned, schema } = route;
  const codes = new Set<ErrorCode>(schema.errors);
  const add = (...more: ErrorCode[]) => {
    for (const code of more) codes.add(code);
  };
  if (route.needsSession) add('signed_out');
  if (route.needsRecentSignIn) add('recent_sign_in_required');
  if (route.needsAdmin) add('passkey_enrolment_required', 'passkey_required');
  if (schema.querystring !== undefined || schema.body !== undefined) add('invalid_input');
  // Bodies are read for every method but GET, even if the call does not use them.
  if (method !== 'GET' && !isSigned) add('invalid_json', 'wrong_origin', 'body_too_large', 'wrong_content_type');
  if (schema.isVersioned && method !== 'GET') add('version_conflict');
  add('misdirected', 'too_many_requests', 'overloaded', 'unexpected');
  if (!schema.produces) add('unavailable');
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(ERRORS[code][0], [...(byStatus.get(ERRORS[code][0]) ?? []), code]);
  return new Map([...byStatus].sort(([one], [other]) => one - other));
}
