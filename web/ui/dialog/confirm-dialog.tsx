import type { ReactNode } from 'react';
import { Button } from '../form/button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  words: ReactNode;
  /** The button that does it, and the one that leaves things as they are. */
  doLabel: string;
  keepLabel: string;
  onDo: () => void;
  onClose: () => void;
}

/** Asks once before something is lost. */
export function ConfirmDialog({ open, title, words, doLabel, keepLabel, onDo, onClose }: ConfirmDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title} description={words}>
      <DialogActions>
        <Button variant="ghost" onClick={onDo} className="text-danger!">
          {doLabel}
        </Button>
        <Button onClick={onClose}>{keepLabel}</Button>
      </DialogActions>
    </Dialog>
  );
}
