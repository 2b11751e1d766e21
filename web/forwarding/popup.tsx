import { MailCheck, TriangleAlert } from 'lucide-react';
import type { Handle } from '../../contract/handles.ts';
import { pages } from '../../contract/paths.ts';
import { useSite } from '../lib/site.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogIcon } from '../ui/dialog.tsx';

/** What a popup says; a failed address can be tried again as it was typed. */
export interface PopupWords {
  tone: 'success' | 'error';
  message: string;
  retry?: { handle: Handle; typed: string; current: string };
}

interface PopupProps extends PopupWords {
  open: boolean;
  onClose: () => void;
  onRetry: (retry: NonNullable<PopupWords['retry']>) => void;
}

/** Tells how it went. */
export function Popup({ open, tone, message, retry, onClose, onRetry }: PopupProps) {
  const { localMode } = useSite();
  const success = tone === 'success';
  return (
    <Dialog
      open={open}
      onClose={onClose}
      centered
      icon={
        <DialogIcon tone={success ? 'success' : 'danger'}>
          {success ? <MailCheck aria-hidden /> : <TriangleAlert aria-hidden />}
        </DialogIcon>
      }
      title={success ? 'Magic is on its way!' : 'Oops! Something went wrong'}
      description={
        <div role={success ? 'status' : 'alert'} className="grid gap-2">
          <p>{message}</p>
          {success && localMode && (
            <p className="text-sm">
              Nothing leaves this computer: read it in the{' '}
              <a className="font-medium text-accent underline" href={pages.outbox()}>
                outbox
              </a>
              .
            </p>
          )}
        </div>
      }
    >
      <div className="flex flex-col gap-2.5">
        {retry && <Button onClick={() => onRetry(retry)}>Try Again</Button>}
        <Button variant={retry ? 'ghost' : 'primary'} onClick={onClose}>
          {retry ? 'Cancel' : 'Got it'}
        </Button>
      </div>
    </Dialog>
  );
}
