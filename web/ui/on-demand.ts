import { type ComponentType, useCallback, useEffect, useState } from 'react';

/** A failed download is tried once more by itself after this long. */
const RETRY_DELAY_MS = 400;

/** A component whose code is downloaded on first use. */
export interface OnDemand<Props> {
  /** Set once it was downloaded. */
  readonly component: ComponentType<Props> | undefined;
  /** Downloads it. A failure is not kept, unlike that of React.lazy: the next call tries again. */
  load: () => Promise<ComponentType<Props>>;
  /** Downloads it ahead of its use; a failure shows when it is used. */
  preload: () => void;
}

/** Describes a component whose code is downloaded on first use. */
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
  /** How often it failed since it was wanted. */
  failures: number;
  busy: boolean;
  retry: () => void;
}

/** Downloads the component as soon as it is `wanted`; after a failure again by `retry`, and when the connection is back. */
export function useOnDemand<Props>(chunk: OnDemand<Props>, wanted: boolean): Download<Props> {
  const [{ failures, busy }, setState] = useState({ failures: 0, busy: false });
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const missing = wanted && !chunk.component;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt downloads again
  useEffect(() => {
    if (!missing) return setState({ failures: 0, busy: false });
    let left = false;
    setState((state) => ({ ...state, busy: true }));
    chunk.load().then(
      () => !left && setState({ failures: 0, busy: false }),
      () => !left && setState((state) => ({ failures: state.failures + 1, busy: false })),
    );
    return () => {
      left = true;
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

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
