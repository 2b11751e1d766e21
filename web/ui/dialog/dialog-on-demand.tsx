import { type ComponentType, type ReactNode, useState } from 'react';
import { onDemand, useOnDemand } from '../on-demand.tsx';
import { LoadingDialog } from './loading-dialog.tsx';

interface Closable {
  /** Defaults to true: the dialog is open while it is mounted. */
  open?: boolean;
  onClose: () => void;
}

interface DialogOnDemand<Props> {
  (props: Props): ReactNode;
  /** Downloads the code before the dialog opens. */
  preload: () => void;
}

/**
 * Returns a dialog whose code is downloaded when it first opens. LoadingDialog is shown until then and after a failure.
 * Each opening mounts a new instance; a closed one stays mounted so that its exit animation can run.
 */
export function dialogOnDemand<Props extends Closable>(
  download: () => Promise<ComponentType<Props>>,
): DialogOnDemand<Props> {
  const chunk = onDemand(download);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each dialog, at the top of a module
  function Dialog(props: Props) {
    const { open = true, onClose } = props;
    const openings = useOpenCount(open);
    const { Component, failures, busy, retry } = useOnDemand(chunk, open);
    if (openings === 0) return null;
    if (Component) return <Component key={openings} {...props} />;
    return open && <LoadingDialog failures={failures} busy={busy} onRetry={retry} onClose={onClose} />;
  }
  return Object.assign(Dialog, { preload: chunk.preload });
}

/** Counts how often the dialog was opened. */
function useOpenCount(open: boolean): number {
  const [state, setState] = useState({ open, count: open ? 1 : 0 });
  if (state.open === open) return state.count;
  const next = { open, count: state.count + (open ? 1 : 0) };
  setState(next);
  return next.count;
}
