import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { DialogIcon, type DialogProps } from '../ui/dialog/dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { PaymentFailure } from './payment-failure.ts';
import { StepFocus } from './step-focus.tsx';

/** All of a dialog but whether it is open: its steps share one dialog, so that the focus knows its way back. */
export type Step = Omit<DialogProps, 'open' | 'onClose'>;

/** The money is being taken, and what it is for is being given. */
export function processingStep(words: ReactNode): Step {
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
        <p>PayPal has your approval. {words}</p>
        <p className="text-sm">This takes a few seconds. Even if you leave now, it goes on, and we mail you.</p>
      </div>
    ),
    children: <StepFocus key="processing" moves />,
  };
}

/** It worked. */
export function completedStep({
  title,
  words,
  label,
  onNext,
}: {
  title: string;
  words: ReactNode;
  label: string;
  onNext: () => void;
}): Step {
  return {
    title,
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
      <StepFocus key="bought" moves>
        <Button variant="brand" size="large" className="w-full" onClick={onNext}>
          {label}
        </Button>
      </StepFocus>
    ),
  };
}

/** It did not work. Trying again leads back to the payment. */
export function failedStep({ words, detail }: PaymentFailure, onRetry: () => void, onClose: () => void): Step {
  return {
    title: 'Something went wrong',
    centered: true,
    icon: (
      <DialogIcon tone="danger">
        <TriangleAlert aria-hidden />
      </DialogIcon>
    ),
    description: (
      <div role="alert" className="grid gap-2">
        <p className="text-text">{words}</p>
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
