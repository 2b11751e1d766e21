import { Trash2, Upload } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { PictureKind } from '../../contract/pictures.ts';
import { ActionError } from '../ui/action-error.tsx';
import { Card } from '../ui/card.tsx';
import { Button } from '../ui/form/button.tsx';
import { PICTURE_TEXT } from './picture-text.ts';
import { usePicture } from './use-picture.ts';

/** The props of an upload modal, which the caller renders. */
export interface UploadSlot {
  kind: PictureKind;
  open: boolean;
  onClose: () => void;
  /** Called when an upload starts or ends. */
  onUploading: (isUploading: boolean) => void;
  /** Called with the address of the uploaded file. */
  onUploaded: (uploadURL: string) => void;
}

interface PictureCardProps {
  kind: PictureKind;
  /** True if the user has uploaded a picture. */
  custom: boolean;
  picture: ReactNode;
  uploadModal: (slot: UploadSlot) => ReactNode;
}

/** Shows one picture of the account, with buttons to upload and remove it. */
export function PictureCard({ kind, custom, picture, uploadModal }: PictureCardProps) {
  const text = PICTURE_TEXT[kind];
  const { task, refusal, setUploading, save, remove } = usePicture(kind);
  const [open, setOpen] = useState(false);
  // The modal stays mounted after it was opened, so that its closing transition is visible.
  const [isMounted, setMounted] = useState(false);
  const uploadButton = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const [label, about] = custom ? text.custom : text.fallback;

  const close = useCallback(() => {
    setOpen(false);
    setUploading(false);
  }, [setUploading]);
  const saveUpload = useCallback(
    (uploadURL: string) => {
      close();
      save(uploadURL);
    },
    [close, save],
  );

  // The remove button disappears with the picture and drops the focus.
  const wasCustom = useRef(custom);
  useEffect(() => {
    if (wasCustom.current && !custom && document.activeElement === document.body) uploadButton.current?.focus();
    wasCustom.current = custom;
  }, [custom]);

  return (
    <Card role="region" aria-labelledby={titleId}>
      <h2 id={titleId} className="text-lg font-semibold">
        {text.card}
      </h2>
      <p className="mt-0.5 text-sm text-soft">{text.about}</p>
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
          variant="secondary"
          busy={task === 'uploading' || task === 'processing'}
          busyLabel="Uploading..."
          disabled={task === 'removing'}
          onClick={() => {
            setMounted(true);
            setOpen(true);
          }}
        >
          <Upload aria-hidden /> {text.upload}
        </Button>
        {custom && (
          <Button
            variant="ghost"
            busy={task === 'removing'}
            busyLabel="Removing..."
            disabled={task === 'uploading' || task === 'processing'}
            onClick={() => remove()}
          >
            <Trash2 aria-hidden /> {text.remove}
          </Button>
        )}
      </div>
      <p className="mt-3 text-sm text-soft">{text.hint}</p>
      <p role="status" className="text-sm font-medium text-accent">
        {task === 'uploading' && <span className="mt-2 block">{text.uploading}</span>}
        {task === 'processing' && <span className="mt-2 block">{text.processing}</span>}
      </p>
      <ActionError className="mt-2">{!task && refusal}</ActionError>
      {isMounted && uploadModal({ kind, open, onClose: close, onUploading: setUploading, onUploaded: saveUpload })}
    </Card>
  );
}
