import { useEffect, useState } from 'react';
import { Button } from '../../ui/form/button.tsx';

/** The wait before another email can be requested. Most mail arrives within it. */
const WAIT_SECONDS = 30;

interface ResendButtonProps {
  /** The number of emails sent so far; each one starts the wait again. */
  sent: number;
  busy: boolean;
  onResend: () => void;
}

/** Requests another email. Until the last one has had time to arrive, the button shows the remaining seconds. */
export function ResendButton({ sent, busy, onResend }: ResendButtonProps) {
  const left = useSecondsLeft(sent);
  return (
    <Button variant="ghost" className="tabular-nums" busy={busy} disabled={left > 0} onClick={onResend}>
      {left > 0 ? `Resend in ${left} s` : 'Send it again'}
    </Button>
  );
}

/** Returns the seconds until the end of the wait, which begins when `start` changes. */
function useSecondsLeft(start: number): number {
  const [left, setLeft] = useState(WAIT_SECONDS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each email starts the wait again
  useEffect(() => {
    // Compares with the clock because browsers slow down timers in background tabs.
    const end = performance.now() + WAIT_SECONDS * 1000;
    const update = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
    update();
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [start]);
  return left;
}
