import { useCallback, useState } from 'react';
import type { HandlePictureKind } from '../../../contract/pictures.ts';
import { PictureButtons } from '../../uploads/shared/picture-buttons.tsx';
import { useEditor } from './editor-context.ts';

interface PictureFieldProps {
  kind: HandlePictureKind;
  label: string;
  help: string;
  error: string | undefined;
  /** The path of the picture, or null. */
  value: string | null;
  onChange: (path: string | null) => void;
}

/** A picture of the handle, with buttons to upload, change and remove it. */
export function PictureField({ kind, label, help, error, value, onChange }: PictureFieldProps) {
  const { uploadDialog } = useEditor();
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex items-center gap-3">
        {value && (
          <img src={value} alt="" className="h-16 max-w-28 rounded-lg border border-border bg-muted object-cover" />
        )}
        <PictureButtons
          label={label}
          hasPicture={Boolean(value)}
          onUpload={() => setOpen(true)}
          onRemove={() => onChange(null)}
        />
      </div>
      {error ? (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      ) : (
        <p className="text-sm text-soft">{help}</p>
      )}
      {uploadDialog({
        kind,
        open: isOpen,
        onClose: close,
        onPicture: (path) => {
          close();
          onChange(path);
        },
      })}
    </fieldset>
  );
}
