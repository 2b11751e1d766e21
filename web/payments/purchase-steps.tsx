import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { DialogIcon, type DialogProps } from '../ui/dialog/dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { PaymentFailure } from './payment-failure.ts';
import { StepFocus } from './step-focus.tsx';

/** The content of a dialog step. All steps share one dialog, so that closing it restores the focus. */
export type Step = Omit<DialogProps, 'open' | 'onClose'>;

/** Shown during capture and completion. */
export function processingStep(message: ReactNode): Step {
  return {
    title: 'Processing your payment',
    centered: true,
    icon: (
      <div className="grid size-14 place-items-center text-4xl text-accent">
        <Spinner />
      </div>
    ),
    description: (
      <div role="status" className="grid gap-2">
        <p>PayPal has your approval. {message}</p>
        <p className="text-sm">This takes a few seconds. If you leave now, it continues and we email you.</p>
      </div>
    ),
    children: <StepFocus key="processing" moves />,
  };
}

export function completedStep({
  title,
  message,
  label,
  onNext,
}: {
  title: string;
  message: ReactNode;
  label: string;
  onNext: () => void;
}): Step {
  return {
    title,
    centered: true,
    icon: <DialogIcon tone="success" icon={CircleCheck} />,
    description: (
      <div role="status" className="grid gap-2">
        {message}
      </div>
    ),
    children: (
      <StepFocus key="bought" moves>
        <Button variant="brand" size="large" className="w-full" onClick={onNext}>
          {label}
        </Button>
      </StepFocus>
    ),
  };
}

/** Shown after a failure, with a button that returns to the payment. */
export function failedStep({ message, detail }: PaymentFailure, onRetry: () => void, onClose: () => void): Step {
  return {
    title: 'Something went wrong',
    centered: true,
    icon: <DialogIcon tone="danger" icon={TriangleAlert} />,
    description: (
      <div role="alert" className="grid gap-2">
        <p className="text-text">{message}</p>
        {detail && <p className="text-sm">{detail}</p>}
      </div>
    ),
    children: (
      <StepFocus key="failed" moves>
        <div className="flex flex-col gap-2.5">
          <Button onClick={onRetry}>Try Again</Button>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </StepFocus>
    ),
  };
}
