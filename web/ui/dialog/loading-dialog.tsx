import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Button } from '../form/button.tsx';
import { Spinner } from '../spinner.tsx';

/** The loading state is not shown if the code arrives within this time. */
const SHOW_DELAY_MS = 300;

interface LoadingDialogProps {
  /** Number of failed downloads. */
  failures: number;
  busy: boolean;
  onRetry: () => void;
  onClose: () => void;
}

/**
 * Placeholder for a dialog while its code is downloaded, and after a failed download. It uses the native `<dialog>`,
 * which needs no further code.
 */
export function LoadingDialog({ failures, busy, onRetry, onClose }: LoadingDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const failed = failures > 0;

  useEffect(() => {
    const show = () => !dialog.current?.open && dialog.current?.showModal();
    if (failed) return void show();
    const timer = setTimeout(show, SHOW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [failed]);

  // The browser restores the focus only if the dialog is closed before it is removed.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="fixed inset-x-0 top-auto bottom-0 m-0 w-full max-w-none rounded-t-2xl border border-border bg-raised p-0 text-center text-text shadow-float outline-none backdrop:bg-(--scrim) sm:inset-0 sm:m-auto sm:h-fit sm:max-w-[30rem] sm:rounded-2xl"
    >
      <div className="grid justify-items-center gap-4 p-6 pb-[max(1.5rem,env(safe-area-inset-bottom))] sm:p-8">
        {failed ? (
          <>
            <h2 id={`${id}-title`} className="text-xl font-semibold tracking-tight">
              This could not be loaded
            </h2>
            <p role="alert" className="text-balance text-soft">
              Check your connection and try again.
              {failures > 1 && ' If you are online, reload the page: there may be a newer version.'}
            </p>
          </>
        ) : (
          <>
            <Spinner className="text-2xl text-accent" />
            <h2 id={`${id}-title`} className="font-medium text-soft">
              <span role="status">Loading</span>
            </h2>
          </>
        )}
        <div className="mt-2 flex w-full flex-col gap-2.5">
          {failed && (
            <Button busy={busy} onClick={onRetry}>
              Try Again
            </Button>
          )}
          {failures > 1 && (
            <Button variant="secondary" onClick={() => window.location.reload()}>
              Reload the page
            </Button>
          )}
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </dialog>
  );
}
