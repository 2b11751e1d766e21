import { type ComponentType, use, useSyncExternalStore } from 'react';
import type { Screen } from '../routes/routes.tsx';

const FORGET_FAILURE_AFTER = 1000;
const onTheirWay = new Map<Screen, Promise<ComponentType>>();
const listeners = new Set<() => void>();

/** Gets a screen's code; once it is there the screen is drawn without waiting. A failure is forgotten, to be tried again. */
export function loadScreen(screen: Screen): Promise<ComponentType> {
  const known = onTheirWay.get(screen);
  if (known) return known;
  const coming = screen.load().then(
    (component) => {
      screen.component = component;
      onTheirWay.delete(screen);
      tell();
      return component;
    },
    (error) => {
      // Not at once: React draws again to read the failure, and must not find a new attempt in its place.
      setTimeout(() => {
        onTheirWay.delete(screen);
        tell();
      }, FORGET_FAILURE_AFTER);
      throw error;
    },
  );
  onTheirWay.set(screen, coming);
  tell();
  return coming;
}

/** The screen's component; suspends while it is on its way. */
export function useScreen(screen: Screen): ComponentType {
  return screen.component ?? use(loadScreen(screen));
}

/** Whether a screen is on its way. */
export function useScreenLoading(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => [...onTheirWay.keys()].some(({ component }) => !component),
    () => false,
  );
}

/** Loading begins while React draws; whoever listens may only be told afterwards. */
function tell(): void {
  queueMicrotask(() => {
    for (const listener of listeners) listener();
  });
}
