import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { calls } from '../../contract/paths.ts';
import type { PictureKind } from '../../contract/pictures.ts';
import type { OwnProfile } from '../../contract/profiles.ts';
import { call } from '../api/client.ts';
import { ApiError } from '../api/error.ts';
import { useAction } from '../api/use-action.ts';
import { toast } from '../ui/toast/toast-store.ts';
import { loadOwnProfile, ownProfileQuery, refreshProfiles } from './own-profile.ts';
import { PICTURE_TEXT } from './picture-text.ts';

/** What is under way with a picture. */
export type PictureTask = 'uploading' | 'processing' | 'removing';

type Words = readonly [title: string, description: string];

/** Taking over an uploaded picture, and taking it away; both say how it went. */
export function usePicture(kind: PictureKind) {
  const words = PICTURE_TEXT[kind];
  const client = useQueryClient();
  const [isUploading, setUploading] = useState(false);

  const taken = ([title, description]: Words) => {
    return (own: OwnProfile) => {
      client.setQueryData(ownProfileQuery.queryKey, own);
      void refreshProfiles(client);
      toast({ title, description });
    };
  };
  const save = useAction({
    mutationFn: (uploadURL: string) =>
      call(calls.profilePicture(kind), loadOwnProfile, { method: 'PUT', body: { [`${kind}Url`]: uploadURL } }),
    onSuccess: taken(words.saved),
    onError: () => complain(words.notSaved),
  });
  const remove = useAction({
    mutationFn: () => call(calls.profilePicture(kind), loadOwnProfile, { method: 'DELETE' }),
    onSuccess: taken(words.removed),
    onError: () => complain(words.notRemoved),
  });

  const task: PictureTask | null =
    (save.isPending && 'processing') || (remove.isPending && 'removing') || (isUploading && 'uploading') || null;
  return {
    task,
    /** Why the server did not take the last picture, where trying it again would not help. */
    refusal: save.error instanceof ApiError && save.error.status < 500 ? save.error.serverMessage : undefined,
    setUploading,
    save: save.mutate,
    remove: remove.mutate,
  };
}

function complain([title, description]: Words): void {
  toast({ title, description, variant: 'destructive' });
}
