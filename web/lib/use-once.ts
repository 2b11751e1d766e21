import { useRef } from 'react';

/**
 * Runs `act` unless it is still running: two presses in the same moment come before any screen can show that it is. What
 * becomes of it is told by `act` itself.
 */
export function useOnce<Input>(act: (input: Input) => Promise<unknown>): (input: Input) => void {
  const running = useRef(false);
  return (input) => {
    if (running.current) return;
    running.current = true;
    const done = () => {
      running.current = false;
    };
    act(input).then(done, done);
  };
}
