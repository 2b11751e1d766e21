import { ImagePlus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../ui/form/button.tsx';

interface PictureButtonsProps {
  label: string;
  hasPicture: boolean;
  /** Whether a picture is being uploaded. */
  busy?: boolean | undefined;
  /** The id of a text that describes the upload. */
  describedBy?: string | undefined;
  onUpload: () => void;
  onRemove: () => void;
}

/** The buttons that upload or change a picture, and remove it. The focus stays on them after a removal. */
export function PictureButtons({
  label,
  hasPicture,
  busy = false,
  describedBy,
  onUpload,
  onRemove,
}: PictureButtonsProps) {
  const upload = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={upload} variant="secondary" busy={busy} aria-describedby={describedBy} onClick={onUpload}>
        <ImagePlus aria-hidden /> {hasPicture ? 'Change' : 'Upload'}
        <span className="sr-only"> {label}</span>
      </Button>
      {hasPicture && (
        <Button
          variant="ghost"
          aria-label={`Remove ${label}`}
          onClick={() => {
            onRemove();
            upload.current?.focus();
          }}
          className="w-11 px-0!"
        >
          <Trash2 aria-hidden />
        </Button>
      )}
    </>
  );
}
