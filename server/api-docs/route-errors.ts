import type { Call } from '../../contract/call.ts';
import { ERRORS, type ErrorCode } from '../../contract/errors.ts';
import { MEMBER_ROLES, needsMail, roleIncludes } from '../../contract/roles.ts';

/**
 * Returns every error that a call can return, by status, lowest first. `isSigned`: the sender signs the body, which may
 * have any form.
 */
export function errorsOf(call: Call, isSigned: boolean): Map<number, ErrorCode[]> {
  const { method, by, right } = call;
  const codes = new Set<ErrorCode>();
  const add = (...more: readonly ErrorCode[]) => {
    for (const code of more) codes.add(code);
  };
  if (by === 'admin') add('forbidden', 'role_required');
  if (right) add('not_found');
  if (right && (needsMail(right) || !MEMBER_ROLES.every((role) => roleIncludes(role, right))))
    add('role_without_right');
  add(...(call.errors ?? []));
  if (by !== 'anyone') add('signed_out');
  if (call.recent) add('recent_sign_in_required');
  if (by === 'admin') add('passkey_enrolment_required', 'passkey_required');
  if (call.query || call.body) add('invalid_input');
  // Bodies are read for every method but GET, even if the call does not use them.
  if (method !== 'GET' && !isSigned) add('invalid_json', 'wrong_origin', 'body_too_large', 'wrong_content_type');
  if (call.versioned && method !== 'GET') add('version_conflict');
  add('misdirected', 'too_many_requests', 'overloaded', 'unexpected');
  if (!call.produces) add('unavailable');
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(ERRORS[code][0], [...(byStatus.get(ERRORS[code][0]) ?? []), code]);
  return new Map([...byStatus].sort(([one], [other]) => one - other));
}
