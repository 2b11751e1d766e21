import type { ReactNode } from 'react';
import { Button } from '../form/button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  description: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before a destructive action. */
export function ConfirmDialog({
  open,
  title,
  description,
  confirmLabel,
  cancelLabel,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title} description={description}>
      <DialogActions>
        <Button variant="ghost" onClick={onConfirm} className="text-danger!">
          {confirmLabel}
        </Button>
        <Button onClick={onClose}>{cancelLabel}</Button>
      </DialogActions>
    </Dialog>
  );
}
