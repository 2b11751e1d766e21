import { useMutation } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { HandlePictureKind, PictureKind } from '../../contract/pictures.ts';
import { postAvatarUpload, postBannerUpload, postHandlePictureUpload } from '../../contract/pictures.ts';
import { call } from '../api/client.ts';
import { useSite } from '../api/site.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useTheme } from '../ui/theme/theme.tsx';
import type { PictureUpload } from './picture-uppy.ts';

interface UploadDialogProps {
  kind: PictureKind;
  open: boolean;
  onClose: () => void;
  onUploading: (isUploading: boolean) => void;
  /** Called with the address of the uploaded file, which the caller then saves. */
  onUploaded: (uploadURL: string) => void;
}

const TEXTS: Record<PictureKind, { title: string; description: string }> = {
  avatar: { title: 'Upload your picture', description: 'PNG, JPG or GIF, up to 10 MB. You crop it to a square first.' },
  banner: {
    title: 'Upload your banner',
    description: 'PNG, JPG or GIF, up to 10 MB, best 1200x400px. You crop it to three by one first.',
  },
};

/** The modal that uploads one picture. It loads the upload widget when it opens. */
export function UploadDialog({ open, onClose, ...widget }: UploadDialogProps) {
  const { title, description } = TEXTS[widget.kind];
  return (
    <Dialog open={open} onClose={onClose} title={title} description={description}>
      <UploadWidget {...widget} />
    </Dialog>
  );
}

interface UploadWidgetProps {
  kind: HandlePictureKind;
  /** Set for a picture of a handle; others belong to the account. */
  handleId?: number;
  onUploading: (isUploading: boolean) => void;
  onUploaded: (uploadURL: string) => void;
}

/** Chooses, crops and uploads one picture. */
export function UploadWidget({ kind, handleId, onUploading, onUploaded }: UploadWidgetProps) {
  const { theme } = useTheme();
  const { origin } = useSite();
  const container = useRef<HTMLDivElement>(null);
  const widget = useRef<PictureUpload | null>(null);
  const firstTheme = useRef(theme);
  const [state, setState] = useState<'loading' | 'ready' | 'missing'>('loading');
  const [attempt, setAttempt] = useState(1);
  const [problem, setProblem] = useState<string | null>(null);
  // A mutation, so that an ended session opens the sign-in dialog.
  const { mutateAsync: requestAddress } = useMutation({
    mutationFn: async (body: object) => {
      const { uploadURL } = handleId
        ? await call(postHandlePictureUpload, { id: handleId, body: { kind, ...body } })
        : await call(kind === 'avatar' ? postAvatarUpload : postBannerUpload, { body });
      return uploadURL;
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reloads the widget
  useEffect(() => {
    let isUnmounted = false;
    import('./picture-uppy.ts').then(
      ({ mountPictureUpload }) => {
        const element = container.current;
        if (isUnmounted || !element) return;
        widget.current = mountPictureUpload({
          kind,
          element,
          origin,
          theme: firstTheme.current,
          requestAddress,
          onUploading,
          onUploaded,
          onProblem: setProblem,
        });
        setState('ready');
      },
      () => !isUnmounted && setState('missing'),
    );
    return () => {
      isUnmounted = true;
      widget.current?.destroy();
      widget.current = null;
    };
  }, [kind, origin, requestAddress, onUploading, onUploaded, attempt]);

  // Runs after the container is visible, because hidden elements cannot be focused.
  useEffect(() => {
    if (state === 'ready') container.current?.querySelector<HTMLElement>('button')?.focus();
  }, [state]);

  useEffect(() => {
    firstTheme.current = theme;
    widget.current?.setTheme(theme);
  }, [theme]);

  return (
    <>
      <div role="alert">
        {problem && (
          <p className="mb-3 flex items-start gap-2 rounded-control bg-danger-surface p-3 text-sm font-medium text-danger">
            <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
            <span className="min-w-0 wrap-anywhere">{problem}</span>
          </p>
        )}
      </div>
      {state === 'loading' && (
        <div role="status" aria-label="Loading the upload">
          <Skeleton className="h-[400px] w-full rounded-control!" />
        </div>
      )}
      {state === 'missing' && (
        <div role="alert" className="grid justify-items-center gap-4 py-10 text-center">
          <p className="max-w-[40ch] font-medium">
            The upload could not be loaded. Please check your connection and try again.
          </p>
          <Button
            variant="secondary"
            onClick={() => {
              setState('loading');
              setAttempt(attempt + 1);
            }}
          >
            Try Again
          </Button>
        </div>
      )}
      <div ref={container} hidden={state !== 'ready'} className="picture-upload" />
    </>
  );
}
