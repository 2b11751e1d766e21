import type { Handle } from '../../../contract/handles/handles.ts';

/** Returns the message that an owner has lost the handle, or that a member is no longer in its team. */
export function goneText({ handle, role }: Pick<Handle, 'handle' | 'role'>): string {
  return role === 'owner' ? `${handle} is no longer among your handles` : `You are no longer in the team of ${handle}`;
}

/** Returns what may have happened, and what is left to do. */
export function goneReason({ handle, role }: Pick<Handle, 'handle' | 'role'>): string {
  return role === 'owner'
    ? 'It was handed over or given up, in another tab or on another device.'
    : `You were removed, or ${handle} has no team at the moment. If that is a mistake, ask its owner.`;
}
