import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Handle } from '../../contract/handles/handles.ts';
import { calls } from '../../contract/paths.ts';
import type { SocialLink } from '../../contract/social/social-links.ts';
import { call } from '../api/client.ts';
import { ApiError } from '../api/error.ts';
import { overlapping, saveVersioned, VersionConflict } from '../api/versioned-save.ts';
import { handlesKey, replaceHandle } from '../handles/shared/own-handles.ts';
import { TOAST_DURATION, toast } from '../ui/toast/toast-store.ts';
import { type RemovedLink, restoreRemoved } from './link-list.ts';

interface Save {
  links: SocialLink[];
  /** True to show the links immediately and roll back on failure; false to show them after the save. */
  isOptimistic: boolean;
  /** The removed link, for the undo action. */
  removed?: RemovedLink;
}

/** A save that conflicts with another one: the handle before the edit, the stored handle, and the links to save. */
export interface LinksConflict {
  base: Handle;
  current: Handle;
  mine: SocialLink[];
}

/** Saves the links of a handle. Saves are serialized, and a toast reports each outcome. */
export function useSaveLinks(handle: Handle) {
  const client = useQueryClient();
  const latest = useRef(handle);
  latest.current = handle;
  const [conflict, setConflict] = useState<LinksConflict | null>(null);
  const undoable = useRef<{ removed: RemovedLink[]; until: number }>({ removed: [], until: 0 });
  const key = ['save-links', handle.id];
  const isLast = () => client.isMutating({ mutationKey: key }) === 1;

  const { mutate, mutateAsync, isPending } = useMutation({
    mutationKey: key,
    scope: { id: key.join(' ') },
    mutationFn: ({ links }: Save) =>
      saveVersioned(
        stored.current,
        ({ version }) =>
          call(calls.handle(handle.id), async () => (await import('../../contract/handles/handles.ts')).handle, {
            method: 'PATCH',
            body: { socialLinks: links.map(({ platform, username, url }) => ({ platform, username, url })) },
            version,
          }),
        (current) =>
          overlapping(['socialLinks'], { base: stored.current, current, wanted: { socialLinks: links } }).length > 0,
      ),
    onMutate: async ({ links, isOptimistic }) => {
      const shown = latest.current;
      // A response to an earlier fetch must not overwrite the new list.
      await client.cancelQueries({ queryKey: handlesKey });
      if (isOptimistic) replaceHandle(client, { ...shown, socialLinks: links });
    },
    onSuccess: (saved, { removed }) => {
      stored.current = saved;
      // While a later save is pending, the screen is newer than this response.
      if (isLast()) replaceHandle(client, saved);
      toast({
        title: 'Your links are live!',
        description: 'Visitors of your page see them now.',
        ...(removed && { action: { label: 'Undo', onClick: undoRemovals } }),
      });
    },
    onError: (error, { links }) => {
      // The list shown before this save may contain another save that failed.
      if (isLast()) replaceHandle(client, stored.current);
      if (error instanceof VersionConflict && error.current !== null) {
        setConflict({ base: stored.current, current: error.current, mine: links });
        return;
      }
      const reason = error instanceof ApiError && error.status < 500 ? error.serverMessage : undefined;
      toast({
        title: 'Something went wonky. Please try again.',
        description: reason ?? 'Your links were not saved.',
        variant: 'destructive',
      });
    },
    onSettled: () => {
      if (!isLast()) return;
      void client.invalidateQueries({ queryKey: handlesKey });
      void client.invalidateQueries({ queryKey: [calls.profile(handle.handle)] });
    },
  });

  // The handle as last received from the server. The screen is ahead of it while a save is pending.
  const stored = useRef(handle);
  if (!isPending) stored.current = handle;

  function save(wanted: Save) {
    if (wanted.removed) {
      const { removed, until } = undoable.current;
      const isSameToast = performance.now() < until;
      undoable.current = {
        removed: [...(isSameToast ? removed : []), wanted.removed],
        until: performance.now() + TOAST_DURATION,
      };
    }
    mutate(wanted);
  }

  /** Restores the removed links; removals that followed each other quickly are restored together. */
  function undoRemovals() {
    const { removed } = undoable.current;
    undoable.current = { removed: [], until: 0 };
    const links = restoreRemoved(latest.current.socialLinks, removed);
    if (links.length > latest.current.socialLinks.length) mutate({ links, isOptimistic: true });
  }

  /** Resolves the conflict by saving these links, or by keeping the stored ones if none are given. */
  function resolveConflict(links?: SocialLink[]) {
    if (!conflict) return;
    setConflict(null);
    stored.current = conflict.current;
    replaceHandle(client, conflict.current);
    if (links) mutate({ links, isOptimistic: true });
  }

  return { save, saveAndWait: mutateAsync, busy: isPending, conflict, resolveConflict };
}
