import type { Handle } from '../../../contract/handles/handles.ts';

/** Returns that a person has lost a handle: a member, the place in its team; an owner, the handle. */
export function goneText({ handle, role }: Pick<Handle, 'handle' | 'role'>): string {
  return role === 'owner'
    ? `${handle} is no longer among your handles.`
    : `You are no longer in the team of ${handle}.`;
}

/** Returns what may have happened, and what is left to do. */
export function goneReason({ handle, role }: Pick<Handle, 'handle' | 'role'>): string {
  return role === 'owner'
    ? 'It was handed over or given up, in another tab or by another person who uses your account.'
    : `Its owner has ended your place, or ${handle} has no team at the moment. If that is a mistake, ask the owner.`;
}
