import { useEffect, useRef } from 'react';
import { pages } from '../../../contract/paths.ts';

/** Delay after the last keystroke: browsers limit the rate of history changes. */
const DELAY_MS = 300;

/**
 * Writes the typed handle to the address of the claim page, so that it survives a reload and the back button, beside the code of an invitation. Bypasses
 * the router, so no navigation takes place. Returns a function that writes the handle immediately.
 */
export function useHandleInAddress(handle: string, invitation?: string): () => void {
  const latest = useRef(handle);
  latest.current = handle;
  const write = useRef(() => {
    const { pathname, search } = window.location;
    const address = pages.create(latest.current, invitation);
    if (pathname !== pages.create() || pathname + search === address) return;
    window.history.replaceState(window.history.state, '', address);
  }).current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each keystroke restarts the timer
  useEffect(() => {
    const timer = setTimeout(write, DELAY_MS);
    return () => clearTimeout(timer);
  }, [handle, write]);
  return write;
}
