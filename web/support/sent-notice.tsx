import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { pages } from '../../contract/paths.ts';
import { Card } from '../ui/card.tsx';
import { Button } from '../ui/form/button.tsx';
import { buttonStyle } from '../ui/form/button-style.ts';

interface SentNoticeProps {
  email: string;
  sent: { id: number; priority: boolean };
  onAgain: () => void;
}

/** Replaces the form once the message has been sent. */
export function SentNotice({ email, sent, onAgain }: SentNoticeProps) {
  const title = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is gone.
  useEffect(() => title.current?.focus(), []);
  return (
    <Card className="grid animate-enter justify-items-center gap-3 px-6 py-12 text-center">
      <div className="grid size-14 place-items-center rounded-full bg-success-surface text-success">
        <CircleCheck className="size-7" aria-hidden />
      </div>
      <h2 ref={title} tabIndex={-1} className="mt-2 text-xl font-semibold outline-none">
        Your message is on its way
      </h2>
      <div className="grid max-w-[44ch] gap-2 text-balance text-soft">
        <p>
          We will answer to <span className="font-medium wrap-anywhere text-text">{email}</span>. A confirmation with
          the number of your request, {sent.id}, should arrive there soon.
        </p>
        {sent.priority && <p>It has priority and is read before others.</p>}
      </div>
      <div className="mt-3 flex flex-wrap justify-center gap-3 max-sm:w-full max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onAgain}>
          Write another message
        </Button>
        <Link to={pages.manage()} className={buttonStyle('primary')}>
          Go to your handles
        </Link>
      </div>
    </Card>
  );
}
