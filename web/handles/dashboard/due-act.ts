import type { Handle } from '../../../contract/handles/handles.ts';
import { hasRight } from '../../../contract/roles.ts';

/**
 * The action that is due: `keep` a handle that was given up, `renew` a resting one, `appeal` against a suspension, or `add-email`, `verify` or
 * `change-email` for the inbox.
 */
export type DueAct = 'keep' | 'renew' | 'appeal' | 'add-email' | 'verify' | 'change-email';

const BY_STATE: Partial<Record<Handle['mail']['state'], DueAct>> = {
  none: 'add-email',
  unverified: 'verify',
  unverifiable: 'change-email',
  refuses: 'change-email',
  stopped: 'change-email',
};

/**
 * Returns the action that is due for a handle if this role may take it, otherwise null. Nothing is due for a
 * switched-off inbox, which is a choice.
 */
export function dueAct(
  handle: Pick<
    Handle,
    'role' | 'receivesMail' | 'status' | 'mail' | 'forwardingStatus' | 'suspension' | 'givenUpUntil'
  >,
): DueAct | null {
  const { status, mail, forwardingStatus, suspension } = handle;
  if (handle.givenUpUntil !== undefined) return hasRight(handle, 'own') ? 'keep' : null;
  if (status === 'resting') return hasRight(handle, 'own') ? 'renew' : null;
  if (status === 'suspended') return suspension ? 'appeal' : null;
  if (status !== 'active' || !hasRight(handle, 'mail')) return null;
  if (mail.state === 'works') return forwardingStatus === 'pending' ? 'verify' : null;
  return BY_STATE[mail.state] ?? null;
}
