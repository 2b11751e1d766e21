import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { DialogIcon, type DialogProps } from './dialog.tsx';
import { Button } from '../form/button.tsx';

/** All of a dialog but whether it is open: the steps of one dialog share it, so that the focus knows its way back. */
type Content = Omit<DialogProps, 'open'>;

interface Outcome {
  title: string;
  onClose: () => void;
  /** Said to screen readers at once. */
  words: ReactNode;
}

/** What a dialog shows when it worked. */
export function success({ title, onClose, words, closeLabel }: Outcome & { closeLabel: string }): Content {
  return {
    title,
    onClose,
    centered: true,
    icon: (
      <DialogIcon tone="success">
        <CircleCheck aria-hidden />
      </DialogIcon>
    ),
    description: (
      <div role="status" className="grid gap-2">
        {words}
      </div>
    ),
    children: (
      <Button className="w-full" onClick={onClose}>
        {closeLabel}
      </Button>
    ),
  };
}

/** What a dialog shows when it did not work; it offers to try again where that makes sense. */
export function failure({ title, onClose, words, onRetry }: Outcome & { onRetry?: (() => void) | undefined }): Content {
  return {
    title,
    onClose,
    centered: true,
    icon: (
      <DialogIcon tone="danger">
        <TriangleAlert aria-hidden />
      </DialogIcon>
    ),
    description: <p role="alert">{words}</p>,
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
