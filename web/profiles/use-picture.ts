import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PictureKind } from '../../contract/pictures.ts';
import { deleteAvatar, deleteBanner, type OwnProfile, putAvatar, putBanner } from '../../contract/profiles/profiles.ts';
import { call } from '../api/client.ts';
import { ApiError } from '../api/error.ts';
import { useAction } from '../api/use-action.ts';
import { toast, toastError } from '../ui/toast/toast-store.ts';
import { PICTURE_TEXT } from './picture-text.ts';
import { ownProfileQuery, refreshProfiles } from './shared/own-profile.ts';

/** The pending operation of a picture. */
export type PictureTask = 'uploading' | 'processing' | 'removing';

type ToastText = readonly [title: string, description: string];

/** Saves an uploaded picture or removes the current one. A toast reports the outcome. */
export function usePicture(kind: PictureKind) {
  const text = PICTURE_TEXT[kind];
  const client = useQueryClient();
  const [isUploading, setUploading] = useState(false);

  const onChanged = ([title, description]: ToastText) => {
    return (own: OwnProfile) => {
      client.setQueryData(ownProfileQuery.queryKey, own);
      void refreshProfiles(client);
      toast({ title, description });
    };
  };
  const save = useAction({
    mutationFn: (uploadURL: string) =>
      kind === 'avatar'
        ? call(putAvatar, { body: { avatarUrl: uploadURL } })
        : call(putBanner, { body: { bannerUrl: uploadURL } }),
    onSuccess: onChanged(text.saved),
    onError: () => toastError(...text.notSaved),
  });
  const remove = useAction({
    mutationFn: () => call(kind === 'avatar' ? deleteAvatar : deleteBanner),
    onSuccess: onChanged(text.removed),
    onError: () => toastError(...text.notRemoved),
  });

  const task: PictureTask | null =
    (save.isPending && 'processing') || (remove.isPending && 'removing') || (isUploading && 'uploading') || null;
  return {
    task,
    /** The reason why the server rejected the last picture; undefined if the same upload may succeed soon. */
    refusal: isRefusal(save.error) ? save.error.serverMessage : undefined,
    setUploading,
    save: save.mutate,
    remove: remove.mutate,
  };
}

function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status < 500 || error.code === 'storage_full');
}
