import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { dialogOnDemand } from '../../ui/dialog/dialog-on-demand.tsx';
import type { Actions, Acts } from './actions.ts';

const ForwardingDialogs = dialogOnDemand(async () => (await import('./forwarding-dialogs.tsx')).ForwardingDialogs);

/** Passes the actions to the rows. Their code and dialogs are downloaded with the first action, which then runs. */
export function ForwardingActions({ children }: { children: (actions: Actions) => ReactNode }) {
  const [isWanted, setWanted] = useState(false);
  const [resending, setResending] = useState<number>();
  const acts = useRef<Acts>(null);
  const waiting = useRef<((acts: Acts) => void) | null>(null);
  const onReady = useCallback((ready: Acts) => {
    acts.current = ready;
    const run = waiting.current;
    waiting.current = null;
    run?.(ready);
  }, []);
  const waitingActs = useMemo((): Acts => {
    const perform = (run: (acts: Acts) => void) => {
      if (acts.current) return run(acts.current);
      waiting.current = run;
      setWanted(true);
    };
    return {
      edit: (handle, record) => perform(({ edit }) => edit(handle, record)),
      resend: (record) => perform(({ resend }) => resend(record)),
      toggle: (record, isActive) => perform(({ toggle }) => toggle(record, isActive)),
      askRemove: (record) => perform(({ askRemove }) => askRemove(record)),
    };
  }, []);
  const giveUp = () => {
    waiting.current = null;
    setWanted(false);
  };
  return (
    <>
      {children({ ...waitingActs, resending, preload: ForwardingDialogs.preload })}
      <ForwardingDialogs open={isWanted} onClose={giveUp} onReady={onReady} onResending={setResending} />
    </>
  );
}
