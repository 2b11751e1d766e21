import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Handle } from '../../contract/handles.ts';
import { calls } from '../../contract/paths.ts';
import type { SocialLink } from '../../contract/social-links.ts';
import { call } from '../api/client.ts';
import { ApiError } from '../api/error.ts';
import { overlapping, saveVersioned, VersionConflict } from '../api/versioned-save.ts';
import { handlesKey, replaceHandle } from '../handles/shared/own-handles.ts';
import { TOAST_DURATION, toast } from '../ui/toast/toast-store.ts';
import { type RemovedLink, restoreRemoved } from './link-list.ts';

interface Save {
  links: SocialLink[];
  /** Shown at once, and taken back when it fails; else shown when it is done. */
  atOnce: boolean;
  /** What was taken away, and from where, to offer the way back. */
  removed?: RemovedLink;
}

/** A save that met another one: the handle as the edit began with it and as it is now, and the links that are wanted. */
export interface LinksConflict {
  base: Handle;
  current: Handle;
  mine: SocialLink[];
}

/** Saves all links of a handle in their order, one save after the other, and says in a toast how it went. */
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
          call(calls.handle(handle.id), async () => (await import('../../contract/handles.ts')).handle, {
            method: 'PATCH',
            body: { socialLinks: links.map(({ platform, username, url }) => ({ platform, username, url })) },
            version,
          }),
        (current) =>
          overlapping(['socialLinks'], { base: stored.current, current, wanted: { socialLinks: links } }).length > 0,
      ),
    onMutate: async ({ links, atOnce }) => {
      const before = latest.current;
      // An older list that is on its way must not take the place of this one.
      await client.cancelQueries({ queryKey: handlesKey });
      if (atOnce) replaceHandle(client, { ...before, socialLinks: links });
      return before;
    },
    onSuccess: (saved, { removed }) => {
      stored.current = saved;
      // With a later save on its way, what is shown is newer than this answer.
      if (isLast()) replaceHandle(client, saved);
      toast({
        title: 'Your links are live!',
        description: 'Everybody who opens your page sees them now.',
        ...(removed && { action: { label: 'Undo', onClick: putBack } }),
      });
    },
    onError: (error, { links }, before) => {
      if (before && isLast()) replaceHandle(client, before);
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

  // As the server last showed it; what stands on the screen is ahead of it while a save is under way.
  const stored = useRef(handle);
  if (!isPending) stored.current = handle;

  function save(wanted: Save) {
    if (wanted.removed) {
      const { removed, until } = undoable.current;
      const isMore = performance.now() < until;
      undoable.current = {
        removed: [...(isMore ? removed : []), wanted.removed],
        until: performance.now() + TOAST_DURATION,
      };
    }
    mutate(wanted);
  }

  /** Brings back what was removed, all of it where one removal followed the other. */
  function putBack() {
    const { removed } = undoable.current;
    undoable.current = { removed: [], until: 0 };
    const links = restoreRemoved(latest.current.socialLinks, removed);
    if (links.length > latest.current.socialLinks.length) mutate({ links, atOnce: true });
  }

  /** Ends the conflict by saving these links over what is stored; without any, what is stored stays. */
  function settle(links?: SocialLink[]) {
    if (!conflict) return;
    setConflict(null);
    stored.current = conflict.current;
    replaceHandle(client, conflict.current);
    if (links) mutate({ links, atOnce: true });
  }

  return { save, saveAndWait: mutateAsync, busy: isPending, conflict, settle };
}
