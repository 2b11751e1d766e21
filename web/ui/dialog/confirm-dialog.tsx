import type { ReactNode } from 'react';
import { Button } from '../form/button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  description: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  /** True if most people want to cancel. Cancelling is then the primary action. */
  isCancelPreferred?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** On top on phones, where the order is reversed, and at the right on wider screens. */
const FIRST = 'order-last';

/** Asks for confirmation before a destructive action. The focus begins on the button that keeps everything as it is. */
export function ConfirmDialog({
  open,
  title,
  description,
  confirmLabel,
  cancelLabel,
  isCancelPreferred = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title} description={description}>
      <DialogActions>
        <Button
          variant={isCancelPreferred ? 'primary' : 'ghost'}
          onClick={onClose}
          className={isCancelPreferred ? FIRST : undefined}
        >
          {cancelLabel}
        </Button>
        <Button
          variant={isCancelPreferred ? 'ghost' : 'danger'}
          onClick={onConfirm}
          className={isCancelPreferred ? 'text-danger!' : undefined}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
