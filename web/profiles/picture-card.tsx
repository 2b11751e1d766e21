import { CircleAlert, Trash2, Upload } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { PictureKind } from '../../contract/pictures.ts';
import { Card } from '../ui/card.tsx';
import { Button } from '../ui/form/button.tsx';
import { PICTURE_TEXT } from './picture-text.ts';
import { usePicture } from './use-picture.ts';

/** What a picture's card needs of the modal that uploads. */
export interface UploadSlot {
  kind: PictureKind;
  open: boolean;
  onClose: () => void;
  /** A file goes on its way, or no longer is. */
  onUploading: (isUploading: boolean) => void;
  /** It has arrived at this address. */
  onUploaded: (uploadURL: string) => void;
}

interface PictureCardProps {
  kind: PictureKind;
  /** Whether the person has uploaded one. */
  custom: boolean;
  picture: ReactNode;
  uploadModal: (slot: UploadSlot) => ReactNode;
}

/** One picture of the account: as it is, uploading another, and taking it away. */
export function PictureCard({ kind, custom, picture, uploadModal }: PictureCardProps) {
  const words = PICTURE_TEXT[kind];
  const { task, refusal, setUploading, save, remove } = usePicture(kind);
  const [open, setOpen] = useState(false);
  // Once it was opened the modal stays, so that its way out can be seen.
  const [wanted, setWanted] = useState(false);
  const uploadButton = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const [label, about] = custom ? words.custom : words.standIn;

  const close = useCallback(() => {
    setOpen(false);
    setUploading(false);
  }, [setUploading]);
  const takeOver = useCallback(
    (uploadURL: string) => {
      close();
      save(uploadURL);
    },
    [close, save],
  );

  // The button that took it away is gone, and the focus with it.
  const wasCustom = useRef(custom);
  useEffect(() => {
    if (wasCustom.current && !custom && document.activeElement === document.body) uploadButton.current?.focus();
    wasCustom.current = custom;
  }, [custom]);

  return (
    <Card role="region" aria-labelledby={titleId}>
      <h2 id={titleId} className="text-lg font-semibold">
        {words.card}
      </h2>
      <p className="mt-0.5 text-sm text-soft">{words.about}</p>
      <div className={kind === 'avatar' ? 'mt-5 flex items-center gap-4 sm:gap-6' : 'mt-5 grid gap-3'}>
        {picture}
        <div className="min-w-0">
          <p className="font-semibold">{label}</p>
          <p className="text-sm text-soft">{about}</p>
        </div>
      </div>
      <div className="mt-5 flex flex-col gap-2.5 sm:flex-row">
        <Button
          ref={uploadButton}
          busy={task === 'uploading' || task === 'processing'}
          busyLabel="Uploading..."
          disabled={task === 'removing'}
          onClick={() => {
            setWanted(true);
            setOpen(true);
          }}
        >
          <Upload aria-hidden /> {words.upload}
        </Button>
        {custom && (
          <Button
            variant="secondary"
            busy={task === 'removing'}
            busyLabel="Removing..."
            disabled={task === 'uploading' || task === 'processing'}
            onClick={() => remove()}
          >
            <Trash2 aria-hidden /> {words.remove}
          </Button>
        )}
      </div>
      <p className="mt-3 text-sm text-soft">{words.hint}</p>
      <p role="status" className="text-sm font-medium text-accent">
        {task === 'uploading' && <span className="mt-2 block">{words.uploading}</span>}
        {task === 'processing' && <span className="mt-2 block">{words.processing}</span>}
      </p>
      {refusal && !task && (
        <p role="alert" className="mt-2 flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          {refusal}
        </p>
      )}
      {wanted && uploadModal({ kind, open, onClose: close, onUploading: setUploading, onUploaded: takeOver })}
    </Card>
  );
}
