import { CloudAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { Button } from './form/button.tsx';

interface MessageStateProps {
  icon: ReactNode;
  title: string;
  /** Level of the title in the page's outline. */
  level?: 1 | 2;
  children?: ReactNode;
  /** The one thing to do next. */
  action?: ReactNode;
}

/** A card in place of content: what is the matter, and the one action. */
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

/** Something could not be loaded: the words, and a way to try again. */
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
