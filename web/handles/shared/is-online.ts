import type { Handle } from '../../../contract/handles/handles.ts';

/** Returns whether visitors see the page of a handle. */
export function isOnline({ profilePage, status }: Pick<Handle, 'profilePage' | 'status'>): boolean {
  return profilePage && status === 'active';
}
