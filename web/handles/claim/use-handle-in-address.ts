import { useEffect, useRef } from 'react';
import { pages } from '../../../contract/paths.ts';

/** Typing rests this long before the address is changed: browsers limit how often it may be. */
const REST_MS = 300;

/**
 * Keeps the typed handle in the address of the claim page, so that a reload, and coming back to the page, find it again.
 * The router is not told: for it nothing has changed. Returns a function that does it at once.
 */
export function useHandleInAddress(handle: string): () => void {
  const latest = useRef(handle);
  latest.current = handle;
  const keep = useRef(() => {
    const { pathname, search } = window.location;
    const address = pages.create(latest.current);
    if (pathname !== pages.create() || pathname + search === address) return;
    window.history.replaceState(window.history.state, '', address);
  }).current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins anew with each letter
  useEffect(() => {
    const timer = setTimeout(keep, REST_MS);
    return () => clearTimeout(timer);
  }, [handle, keep]);
  return keep;
}
