import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';
import { ErrorState } from './message-state.tsx';

/** A failed download is retried once, automatically, after this delay. */
const RETRY_DELAY_MS = 400;

/** A component whose code is downloaded on first use. */
export interface OnDemand<Props> {
  /** Set once the code is downloaded. */
  readonly component: ComponentType<Props> | undefined;
  /** Downloads the code. Unlike React.lazy, a failure is not cached: the next call tries again. */
  load: () => Promise<ComponentType<Props>>;
  /** Downloads the code ahead of use and ignores a failure. */
  preload: () => void;
}

/** Wraps the download of a component; nothing is downloaded before the first use. */
export function onDemand<Props>(download: () => Promise<ComponentType<Props>>): OnDemand<Props> {
  let component: ComponentType<Props> | undefined;
  let pending: Promise<ComponentType<Props>> | undefined;

  async function attempt(): Promise<ComponentType<Props>> {
    try {
      const loaded = await download().catch(() => delay(RETRY_DELAY_MS).then(download));
      component = loaded;
      return loaded;
    } finally {
      pending = undefined;
    }
  }
  const load = () => {
    pending ??= attempt();
    return pending;
  };
  return {
    get component() {
      return component;
    },
    load,
    preload: () => void (component ?? load().catch(() => {})),
  };
}

interface Download<Props> {
  Component: ComponentType<Props> | undefined;
  /** Failed downloads since the component was first wanted. */
  failures: number;
  busy: boolean;
  retry: () => void;
}

/** Downloads the component once `wanted` is true; tries again on `retry` and when the browser is back online. */
export function useOnDemand<Props>(chunk: OnDemand<Props>, wanted: boolean): Download<Props> {
  const [{ failures, busy }, setState] = useState({ failures: 0, busy: false });
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const missing = wanted && !chunk.component;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt downloads again
  useEffect(() => {
    if (!missing) return setState({ failures: 0, busy: false });
    let cancelled = false;
    setState((state) => ({ ...state, busy: true }));
    chunk.load().then(
      () => !cancelled && setState({ failures: 0, busy: false }),
      () => !cancelled && setState((state) => ({ failures: state.failures + 1, busy: false })),
    );
    return () => {
      cancelled = true;
    };
  }, [chunk, missing, attempt]);

  const failed = missing && failures > 0;
  useEffect(() => {
    if (!failed) return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [failed, retry]);

  return { Component: chunk.component, failures, busy, retry };
}

/** The message shown for a part whose code could not be downloaded. */
type Failed<Props> = (download: Download<Props>, props: Props) => ReactNode;

/**
 * Returns a component whose code is downloaded when it is first rendered, with `waiting` in its place until then. A
 * failure shows `failed`, or an error, in that place alone.
 */
export function partOnDemand<Props extends object>(
  download: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
  failed: Failed<Props> = ({ busy, retry }) => (
    <ErrorState
      message="This part could not be loaded. Check your connection and try again."
      onRetry={retry}
      busy={busy}
    />
  ),
): ((props: Props) => ReactNode) & Pick<OnDemand<Props>, 'preload'> {
  const chunk = onDemand(download);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, at the top of a module
  function Part(props: Props) {
    const state = useOnDemand(chunk, true);
    if (state.Component) return <state.Component {...props} />;
    return state.failures === 0 ? waiting : failed(state, props);
  }
  return Object.assign(Part, { preload: chunk.preload });
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
