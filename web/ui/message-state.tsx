import { CloudAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { Button } from './form/button.tsx';

interface MessageStateProps {
  icon: ReactNode;
  title: string;
  /** Heading level of the title. */
  level?: 1 | 2;
  children?: ReactNode;
  /** The button or link for the next step. */
  action?: ReactNode;
}

/** A card shown in place of content, with a message and an action. */
export function MessageState({ icon, title, level = 2, children, action }: MessageStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <Card className="grid animate-enter justify-items-center gap-3 px-6 py-12 text-center sm:py-16">
      <div className="neon-edge grid size-14 place-items-center rounded-full text-on-ink shadow-glow [&_svg]:size-6">
        {icon}
      </div>
      <Heading className="mt-2 text-xl font-semibold">{title}</Heading>
      {children && <div className="max-w-[44ch] text-balance text-soft">{children}</div>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-3">{action}</div>}
    </Card>
  );
}

/** An error message with a retry button. */
export function ErrorState({
  message,
  onRetry,
  busy = false,
}: {
  message: string;
  onRetry: () => void;
  busy?: boolean;
}) {
  return (
    <Card role="alert" className="grid justify-items-center gap-4 px-6 py-12 text-center">
      <div className="grid size-14 place-items-center rounded-full bg-danger-surface text-danger">
        <CloudAlert className="size-6" aria-hidden />
      </div>
      <p className="max-w-[44ch] font-medium">{message}</p>
      <Button variant="secondary" busy={busy} onClick={onRetry}>
        <RotateCw aria-hidden /> Try Again
      </Button>
    </Card>
  );
}
