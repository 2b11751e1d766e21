import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { Forwarding } from '../../contract/forwarding/forwarding.ts';
import type { Handle } from '../../contract/handles/handles.ts';
import { dialogOnDemand } from '../ui/dialog/dialog-on-demand.tsx';

const ForwardingDialogs = dialogOnDemand(async () => (await import('./forwarding-dialogs.tsx')).ForwardingDialogs);

/** What rows do with a handle's forwarding. */
export interface Acts {
  /** Opens the address dialog. `record` is undefined if the handle has no address yet. */
  edit: (handle: Handle, record?: Forwarding) => void;
  resend: (record: Forwarding) => void;
  toggle: (record: Forwarding, isActive: boolean) => void;
  askRemove: (record: Forwarding) => void;
}

/** The actions that rows offer for a handle's forwarding. */
export interface Actions extends Acts {
  /** The id of the record whose verification mail is being sent. */
  resending: number | undefined;
  /** Downloads the code of the actions ahead of a click. */
  preload: () => void;
}

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
