import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Handle } from '../../contract/handles.ts';
import { calls } from '../../contract/paths.ts';
import type { SocialLink } from '../../contract/social-links.ts';
import { call } from '../lib/api-client.ts';
import { ApiError } from '../lib/api-error.ts';
import { handlesKey, replaceHandle } from '../lib/own-handles.ts';
import { toast } from '../ui/toast-store.ts';

interface Save {
  links: SocialLink[];
  /** Shown at once, and taken back when it fails; else shown when it is done. */
  atOnce: boolean;
  /** What was taken away, and from where, to offer the way back. */
  removed?: { link: SocialLink; index: number };
}

/** Saves all links of a handle in their order, one save after the other, and says in a toast how it went. */
export function useSaveLinks(handle: Handle) {
  const client = useQueryClient();
  const latest = useRef(handle);
  latest.current = handle;
  const key = ['save-links', handle.id];
  const isLast = () => client.isMutating({ mutationKey: key }) === 1;

  const { mutate, mutateAsync, isPending } = useMutation({
    mutationKey: key,
    scope: { id: key.join(' ') },
    mutationFn: ({ links }: Save) =>
      call(calls.handle(handle.id), async () => (await import('../../contract/handles.ts')).handle, {
        method: 'PATCH',
        body: { socialLinks: links.map(({ platform, username, url }) => ({ platform, username, url })) },
      }),
    onMutate: async ({ links, atOnce }) => {
      const before = latest.current;
      // An older list that is on its way must not take the place of this one.
      await client.cancelQueries({ queryKey: handlesKey });
      if (atOnce) replaceHandle(client, { ...before, socialLinks: links });
      return before;
    },
    onSuccess: (saved, { removed }) => {
      // With a later save on its way, what is shown is newer than this answer.
      if (isLast()) replaceHandle(client, saved);
      toast({
        title: 'Your links are live!',
        description: 'Everybody who opens your page sees them now.',
        ...(removed && { action: { label: 'Undo', onClick: () => putBack(removed) } }),
      });
    },
    onError: (error, _save, before) => {
      if (before && isLast()) replaceHandle(client, before);
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

  function putBack({ link, index }: NonNullable<Save['removed']>) {
    const links = latest.current.socialLinks;
    if (links.some(({ platform }) => platform === link.platform)) return;
    mutate({ links: [...links.slice(0, index), link, ...links.slice(index)], atOnce: true });
  }

  return { save: mutate, saveAndWait: mutateAsync, busy: isPending };
}
