import type { Handle } from '../../../contract/handles/handles.ts';
import { hasRight } from '../../../contract/teams/roles.ts';

/** What a handle waits for: `renew` a handle that rests, `add-email` or `verify` an inbox. */
export type DueAct = 'renew' | 'add-email' | 'verify';

/** Returns the act that is due for a handle and that this role may do; null if nothing is due. A switched-off inbox is a choice. */
export function dueAct(handle: Pick<Handle, 'role' | 'receivesMail' | 'status' | 'forwardingStatus'>) {
  const { status, forwardingStatus } = handle;
  if (status === 'resting') return hasRight(handle, 'own') ? ('renew' satisfies DueAct) : null;
  if (status !== 'active' || !hasRight(handle, 'mail')) return null;
  if (forwardingStatus === 'none') return 'add-email' satisfies DueAct;
  return forwardingStatus === 'pending' ? ('verify' satisfies DueAct) : null;
}
