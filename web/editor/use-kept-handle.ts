import { useRef } from 'react';
import type { Handle } from '../../contract/handles/handles.ts';
import { type EditedHandle, type HandleReference, useEditedHandle } from './use-edited-handle.ts';

/**
 * Reads the handle of a screen as `useEditedHandle` does, but keeps a handle that the account has since lost, so that everything typed stays on the
 * screen.
 */
export function useKeptHandle(reference: HandleReference): EditedHandle & { isGone: boolean } {
  const kept = useRef<{ handle: Handle; isFirst: boolean }>(null);
  const before = kept.current && isMeant(reference, kept.current) ? kept.current : undefined;
  // Once the first handle is lost, another one becomes the first.
  const pinned = before && reference === 'first' ? { name: before.handle.handle } : reference;
  const edited = useEditedHandle(pinned);
  if (edited.handle) kept.current = { handle: edited.handle, isFirst: edited.isFirst };
  if (edited.handle !== null || !before) return { ...edited, isGone: false };
  return { ...edited, handle: before.handle, isFirst: before.isFirst, isGone: true };
}

function isMeant(reference: HandleReference, { handle, isFirst }: { handle: Handle; isFirst: boolean }): boolean {
  if (reference === 'first') return isFirst;
  return 'name' in reference ? reference.name === handle.handle : reference.id === handle.id;
}
