import { OutboxHint } from '../accounts/shared/outbox-hint.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { failure, success } from '../ui/dialog/outcome-dialog.tsx';
import type { PopupText } from './popup-text.ts';

interface PopupProps extends PopupText {
  open: boolean;
  onClose: () => void;
  onRetry: (retry: NonNullable<PopupText['retry']>) => void;
}

/** Tells how it went. */
export function Popup({ open, tone, message, title, isMailed = true, retry, onClose, onRetry }: PopupProps) {
  if (tone === 'success') {
    return (
      <Dialog
        open={open}
        {...success({
          title: title ?? 'Magic is on its way!',
          closeLabel: 'Got it',
          onClose,
          words: (
            <>
              <p>{message}</p>
              {isMailed && <OutboxHint />}
            </>
          ),
        })}
      />
    );
  }
  return (
    <Dialog
      open={open}
      {...failure({
        title: 'Oops! Something went wrong',
        onClose,
        onRetry: retry && (() => onRetry(retry)),
        words: message,
      })}
    />
  );
}
