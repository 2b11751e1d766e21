import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { calls } from '../../contract/paths.ts';
import type { PictureKind } from '../../contract/pictures.ts';
import { send } from '../lib/api-client.ts';
import { ApiError } from '../lib/api-error.ts';
import { toast } from '../ui/toast-store.ts';
import { useRefreshProfiles } from './own-profile.ts';
import { PICTURE_WORDS } from './picture-words.ts';

/** What is under way with a picture. */
export type PictureTask = 'uploading' | 'processing' | 'removing';

/** Taking over an uploaded picture, and taking it away; both say how it went. */
export function usePicture(kind: PictureKind) {
  const words = PICTURE_WORDS[kind];
  const refresh = useRefreshProfiles();
  const [isUploading, setUploading] = useState(false);

  const save = useMutation({
    mutationFn: (uploadURL: string) =>
      send(calls.profilePicture(kind), { method: 'PUT', body: { [`${kind}Url`]: uploadURL } }),
    onSuccess: async () => {
      await refresh();
      say(words.saved);
    },
    onError: () => say(words.notSaved, 'destructive'),
  });
  const remove = useMutation({
    mutationFn: () => send(calls.profilePicture(kind), { method: 'DELETE' }),
    onSuccess: async () => {
      await refresh();
      say(words.removed);
    },
    onError: () => say(words.notRemoved, 'destructive'),
  });

  const task: PictureTask | null =
    (save.isPending && 'processing') || (remove.isPending && 'removing') || (isUploading && 'uploading') || null;
  return {
    task,
    /** Why the server did not take the last picture, where trying it again would not help. */
    refusal: save.error instanceof ApiError && save.error.status < 500 ? save.error.serverMessage : undefined,
    setUploading,
    save: save.mutate,
    remove: remove.mutateAsync,
  };
}

function say([title, description]: readonly [string, string], variant: 'default' | 'destructive' = 'default'): void {
  toast({ title, description, variant });
}
