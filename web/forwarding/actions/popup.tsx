import { OutboxHint } from '../../accounts/shared/outbox-hint.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { failureContent, successContent } from '../../ui/dialog/outcome-dialog.tsx';
import type { PopupText } from './popup-text.ts';

interface PopupProps extends PopupText {
  open: boolean;
  onClose: () => void;
  onRetry: (retry: NonNullable<PopupText['retry']>) => void;
}

/** Shows the outcome of a forwarding action. */
export function Popup({ open, tone, message, title, isMailed = true, retry, onClose, onRetry }: PopupProps) {
  if (tone === 'success') {
    return (
      <Dialog
        open={open}
        {...successContent({
          title: title ?? 'Check your inbox',
          closeLabel: 'Got it',
          onClose,
          message: (
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
      {...failureContent({
        title: 'Oops! Something went wrong',
        onClose,
        onRetry: retry && (() => onRetry(retry)),
        message,
      })}
    />
  );
}
