import { type ComponentType, use, useSyncExternalStore } from 'react';
import type { Screen } from '../routes/routes.tsx';

const FAILURE_TTL_MS = 1000;
const pendingScreens = new Map<Screen, Promise<ComponentType>>();
const listeners = new Set<() => void>();

/**
 * Loads the code of a screen, once. A failure is cached only for FAILURE_TTL_MS, after which the screen can be loaded
 * again.
 */
export function loadScreen(screen: Screen): Promise<ComponentType> {
  const pending = pendingScreens.get(screen);
  if (pending) return pending;
  const loading = screen.load().then(
    (component) => {
      screen.component = component;
      pendingScreens.delete(screen);
      notifyListeners();
      return component;
    },
    (error) => {
      // Not immediately: React renders again to read the error and must not find a new attempt in its place.
      setTimeout(() => {
        pendingScreens.delete(screen);
        notifyListeners();
      }, FAILURE_TTL_MS);
      throw error;
    },
  );
  pendingScreens.set(screen, loading);
  notifyListeners();
  return loading;
}

/** Returns the component of a screen; suspends while it is loading. */
export function useScreen(screen: Screen): ComponentType {
  return screen.component ?? use(loadScreen(screen));
}

/** Returns whether a screen is loading. */
export function useScreenLoading(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => [...pendingScreens.keys()].some(({ component }) => !component),
    () => false,
  );
}

/** Deferred, because loading starts during a render and listeners must not set state then. */
function notifyListeners(): void {
  queueMicrotask(() => {
    for (const listener of listeners) listener();
  });
}
