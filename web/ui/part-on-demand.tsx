import type { ComponentType, ReactNode } from 'react';
import { ErrorState } from './message-state.tsx';
import { onDemand, useOnDemand } from './on-demand.ts';

interface PartOnDemand<Props> {
  (props: Props): ReactNode;
  /** Downloads the code before the part is rendered. */
  preload: () => void;
}

/**
 * Returns a component whose code is downloaded when it is first rendered, with `waiting` in its place until then. A failure
 * shows an error in its place only.
 */
export function partOnDemand<Props extends object>(
  download: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): PartOnDemand<Props> {
  const chunk = onDemand(download);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, at the top of a module
  function Part(props: Props) {
    const { Component, failures, busy, retry } = useOnDemand(chunk, true);
    if (Component) return <Component {...props} />;
    if (failures === 0) return waiting;
    return (
      <ErrorState
        message="This part could not be loaded. Check your connection and try again."
        onRetry={retry}
        busy={busy}
      />
    );
  }
  return Object.assign(Part, { preload: chunk.preload });
}
