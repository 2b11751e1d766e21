import { useMutation } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useCallback } from 'react';
import type { HandlePictureKind } from '../../contract/pictures.ts';
import { postHandlePicture } from '../../contract/pictures.ts';
import { call } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { UploadWidget } from './upload-dialog.tsx';

interface HandlePictureDialogProps {
  handleId: number;
  kind: HandlePictureKind;
  open: boolean;
  onClose: () => void;
  /** Called with the path of the picture. */
  onPicture: (path: string) => void;
}

const TEXTS: Record<HandlePictureKind, { title: string; crop: string }> = {
  avatar: { title: 'Upload a picture', crop: 'You crop it to a square first.' },
  banner: { title: 'Upload a banner', crop: 'Best 1200x400px. You crop it to three by one first.' },
  block: { title: 'Upload a picture', crop: 'You can crop it first.' },
  background: { title: 'Upload a background', crop: 'Upright pictures fit phones best. You can crop it first.' },
};

const ignore = () => {};

/** The modal that uploads one picture of a handle. */
export function HandlePictureDialog({ handleId, kind, open, onClose, onPicture }: HandlePictureDialogProps) {
  const { title, crop } = TEXTS[kind];
  const save = useMutation({
    mutationFn: (uploadURL: string) => call(postHandlePicture, { id: handleId, body: { kind, uploadURL } }),
    onSuccess: ({ path }) => onPicture(path),
  });
  const { mutate } = save;
  const onUploaded = useCallback((uploadURL: string) => mutate(uploadURL), [mutate]);
  return (
    <Dialog open={open} onClose={onClose} title={title} description={`PNG, JPG or GIF, up to 10 MB. ${crop}`}>
      {save.isError && (
        <p
          role="alert"
          className="mb-3 flex items-start gap-2 rounded-control bg-danger-surface p-3 text-sm font-medium text-danger"
        >
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          {errorText(save.error, 'The picture could not be saved. Please try again.')}
        </p>
      )}
      {save.isPending || save.isSuccess ? (
        <p role="status" className="flex min-h-40 items-center justify-center gap-2 text-soft">
          <Spinner /> Processing your picture...
        </p>
      ) : (
        <UploadWidget kind={kind} handleId={handleId} onUploading={ignore} onUploaded={onUploaded} />
      )}
    </Dialog>
  );
}
