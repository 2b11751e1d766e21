import type { ReactNode } from 'react';
import { Dialog, type DialogProps } from '../../ui/dialog/dialog.tsx';
import { failureContent, successContent } from '../../ui/dialog/outcome-dialog.tsx';
import { OutboxHint } from './outbox-hint.tsx';

interface MagicLinkDialogProps extends DialogProps {
  /** Shown in place of the form once the link is sent, with a close button or another form. */
  sent: ({ title: string; message: ReactNode } & ({ closeLabel: string } | { form: ReactNode })) | undefined;
  /** Shown in place of the form, with a retry button. */
  errorMessage: string | undefined;
  onRetry: () => void;
}

/** A form that requests a magic link, and its result. All steps render one Dialog, which restores the focus on close. */
export function MagicLinkDialog({ sent, errorMessage, onRetry, ...form }: MagicLinkDialogProps) {
  const { open, onClose } = form;
  if (sent) {
    const message = (
      <>
        {sent.message}
        <OutboxHint />
      </>
    );
    return <Dialog open={open} {...successContent({ ...sent, onClose, message })} />;
  }
  if (errorMessage !== undefined) {
    const title = 'Oops! Something went wrong';
    return <Dialog open={open} {...failureContent({ title, onClose, onRetry, message: errorMessage })} />;
  }
  return <Dialog {...form} />;
}
