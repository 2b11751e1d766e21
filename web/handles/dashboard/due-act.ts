import type { Handle } from '../../../contract/handles/handles.ts';
import { hasRight } from '../../../contract/teams/roles.ts';

/** What a handle waits for: `keep` one that was given up, `renew` a handle that rests, `add-email` or `verify` an inbox. */
export type DueAct = 'keep' | 'renew' | 'add-email' | 'verify';

/** Returns the act that is due for a handle and that this role may do; null if nothing is due. A switched-off inbox is a choice. */
export function dueAct({
  role,
  status,
  forwardingStatus,
  givenUpUntil,
}: Pick<Handle, 'role' | 'status' | 'forwardingStatus' | 'givenUpUntil'>) {
  if (givenUpUntil !== undefined) return 'keep' satisfies DueAct;
  if (status === 'resting') return hasRight(role, 'own') ? ('renew' satisfies DueAct) : null;
  if (status !== 'active' || !hasRight(role, 'manage')) return null;
  if (forwardingStatus === 'none') return 'add-email' satisfies DueAct;
  return forwardingStatus === 'pending' ? ('verify' satisfies DueAct) : null;
}
