import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../form/button.tsx';
import { DialogIcon, type DialogProps } from './dialog.tsx';

/** All props of a dialog except `open`. The steps of a flow share one Dialog, which restores the focus on close. */
type DialogContent = Omit<DialogProps, 'open'>;

interface Outcome {
  title: string;
  onClose: () => void;
  /** Announced to screen readers immediately. */
  message: ReactNode;
}

/** Content of a dialog after a success: with a button that closes it, or with a form for the next step. */
export function successContent({
  title,
  onClose,
  message,
  ...next
}: Outcome & ({ closeLabel: string } | { form: ReactNode })): DialogContent {
  return {
    title,
    onClose,
    centered: true,
    icon: <DialogIcon tone="success" icon={CircleCheck} />,
    description: (
      <div role="status" className="grid gap-2">
        {message}
      </div>
    ),
    children:
      'form' in next ? (
        next.form
      ) : (
        <Button className="w-full" onClick={onClose}>
          {next.closeLabel}
        </Button>
      ),
  };
}

/** Content of a dialog after a failure; offers a retry if `onRetry` is given. */
export function failureContent({
  title,
  onClose,
  message,
  onRetry,
}: Outcome & { onRetry?: (() => void) | undefined }): DialogContent {
  return {
    title,
    onClose,
    centered: true,
    icon: <DialogIcon tone="danger" icon={TriangleAlert} />,
    description: <p role="alert">{message}</p>,
    children: (
      <div className="flex flex-col gap-2.5">
        {onRetry && <Button onClick={onRetry}>Try Again</Button>}
        <Button variant={onRetry ? 'ghost' : 'primary'} onClick={onClose}>
          {onRetry ? 'Cancel' : 'Got it'}
        </Button>
      </div>
    ),
  };
}
