import { useMutation } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { calls } from '../../contract/paths.ts';
import type { PictureKind } from '../../contract/pictures.ts';
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
  /** The file is at the address, to be taken over. */
  onUploaded: (uploadURL: string) => void;
}

const WORDS: Record<PictureKind, { title: string; about: string }> = {
  avatar: { title: 'Upload your avatar', about: 'PNG, JPG or GIF, up to 10 MB. You crop it to a square first.' },
  banner: {
    title: 'Upload your banner',
    about: 'PNG, JPG or GIF, up to 10 MB, best 1200x400px. You crop it to three by one first.',
  },
};

/** The modal that uploads one picture. The widget in it is loaded when it opens. */
export function UploadDialog({ open, onClose, ...widget }: UploadDialogProps) {
  const { title, about } = WORDS[widget.kind];
  return (
    <Dialog open={open} onClose={onClose} title={title} description={about}>
      <UploadWidget {...widget} />
    </Dialog>
  );
}

function UploadWidget({ kind, onUploading, onUploaded }: Omit<UploadDialogProps, 'open' | 'onClose'>) {
  const { theme } = useTheme();
  const { origin } = useSite();
  const place = useRef<HTMLDivElement>(null);
  const widget = useRef<PictureUpload | null>(null);
  const firstTheme = useRef(theme);
  const [state, setState] = useState<'loading' | 'ready' | 'missing'>('loading');
  const [attempt, setAttempt] = useState(1);
  const [problem, setProblem] = useState<string | null>(null);
  // As a mutation, so that a session that has ended is asked for anew.
  const { mutateAsync: askForAddress } = useMutation({
    mutationFn: async (body: object) => {
      const load = async () => (await import('../../contract/pictures.ts')).uploadResponse;
      return (await call(calls.uploadPicture(kind), load, { method: 'POST', body })).uploadURL;
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads it again
  useEffect(() => {
    let left = false;
    import('./picture-uppy.ts').then(
      ({ mountPictureUpload }) => {
        const element = place.current;
        if (left || !element) return;
        widget.current = mountPictureUpload({
          kind,
          element,
          origin,
          theme: firstTheme.current,
          askForAddress,
          onUploading,
          onUploaded,
          onProblem: setProblem,
        });
        setState('ready');
      },
      () => !left && setState('missing'),
    );
    return () => {
      left = true;
      widget.current?.destroy();
      widget.current = null;
    };
  }, [kind, origin, askForAddress, onUploading, onUploaded, attempt]);

  // Not while the place is hidden: nothing in it could take the focus.
  useEffect(() => {
    if (state === 'ready') place.current?.querySelector<HTMLElement>('button')?.focus();
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
      <div ref={place} hidden={state !== 'ready'} className="picture-upload" />
    </>
  );
}
