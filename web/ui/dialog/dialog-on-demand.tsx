import { type ComponentType, type ReactNode, useState } from 'react';
import { onDemand, useOnDemand } from '../on-demand.ts';
import { LoadingDialog } from './loading-dialog.tsx';

interface Closable {
  /** Left out, it is open for as long as it is there. */
  open?: boolean;
  onClose: () => void;
}

interface DialogOnDemand<Props> {
  (props: Props): ReactNode;
  /** Downloads its code ahead of its use. */
  preload: () => void;
}

/**
 * A dialog whose code is downloaded when it first opens. Until then, and when that fails, a plain dialog stands in for it:
 * the page beneath stays. Each opening begins afresh; a closed dialog stays as it was, so that its way out can be seen.
 */
export function dialogOnDemand<Props extends Closable>(
  download: () => Promise<ComponentType<Props>>,
): DialogOnDemand<Props> {
  const chunk = onDemand(download);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each dialog, at the top of a module
  function Dialog(props: Props) {
    const { open = true, onClose } = props;
    const opening = useOpenings(open);
    const { Component, failures, busy, retry } = useOnDemand(chunk, open);
    if (opening === 0) return null;
    if (Component) return <Component key={opening} {...props} />;
    return open && <LoadingDialog failures={failures} busy={busy} onRetry={retry} onClose={onClose} />;
  }
  return Object.assign(Dialog, { preload: chunk.preload });
}

/** How often it was opened. */
function useOpenings(open: boolean): number {
  const [state, setState] = useState({ open, count: open ? 1 : 0 });
  if (state.open === open) return state.count;
  const next = { open, count: state.count + (open ? 1 : 0) };
  setState(next);
  return next.count;
}
