import type { ComponentProps, ReactNode } from 'react';
import { Button, type ButtonProps } from '../form/button.tsx';
import { DialogActions } from './dialog.tsx';

interface DialogFormProps extends ComponentProps<'form'> {
  /** The button that sends the form. */
  submit: Omit<ButtonProps, 'type'>;
  onCancel?: (() => void) | undefined;
  cancelLabel?: string;
  children: ReactNode;
}

/** The form of a dialog, with its fields, and the buttons that send and leave it. */
export function DialogForm({ submit, onCancel, cancelLabel = 'Cancel', children, ...form }: DialogFormProps) {
  return (
    <form noValidate {...form}>
      {children}
      <DialogActions>
        {onCancel && (
          <Button variant="ghost" onClick={onCancel}>
            {cancelLabel}
          </Button>
        )}
        <Button {...submit} type="submit" />
      </DialogActions>
    </form>
  );
}
