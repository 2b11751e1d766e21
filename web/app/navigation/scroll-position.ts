import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const STORAGE_KEY = 'scroll-positions';

/** Scrolls to the top on a new page, to the saved position on back and forward, and to the target of a fragment. */
export function useScrollPosition(): void {
  const { key: entry, pathname, hash } = useLocation();
  // React Router gives the first location of every document the key `default`.
  const key = entry === 'default' ? pathname : entry;
  const type = useNavigationType();
  const positions = useRef<Record<string, number> | null>(null);
  const shown = useRef({ key, pathname });

  useEffect(() => {
    history.scrollRestoration = 'manual';
    positions.current = readPositions();
    // Restores the position after a reload or a return from another document.
    const known = positions.current[shown.current.key];
    // If hydration was late, the browser has restored the position and the visitor may have scrolled since.
    if (known !== undefined && !location.hash && isReturn() && window.scrollY === 0) window.scrollTo(0, known);
    const record = () => {
      if (positions.current) positions.current[shown.current.key] = window.scrollY;
    };
    // If hydration was late, the page may have been scrolled before.
    record();
    const onPageHide = () => {
      record();
      savePositions(positions.current ?? {});
      // Lets the browser restore the position in the next document.
      history.scrollRestoration = 'auto';
    };
    const onPageShow = () => {
      history.scrollRestoration = 'manual';
    };
    window.addEventListener('scroll', record, { passive: true });
    window.addEventListener('pagehide', onPageHide);
    window.addEventListener('pageshow', onPageShow);
    return () => {
      window.removeEventListener('scroll', record);
      window.removeEventListener('pagehide', onPageHide);
      window.removeEventListener('pageshow', onPageShow);
    };
  }, []);

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { key, pathname };
    if (before.key === key) return;
    const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    const known = type === 'POP' ? positions.current?.[key] : undefined;
    if (target) target.scrollIntoView();
    else if (known !== undefined) window.scrollTo(0, known);
    else if (before.pathname !== pathname) window.scrollTo(0, 0);
  }, [key, pathname, hash, type]);
}

/** Returns whether this document was reloaded or reached by back or forward. */
function isReturn(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload' || navigation?.type === 'back_forward';
}

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}');
  } catch {
    return {}; // storage is blocked, or the value is invalid
  }
}

function savePositions(positions: Record<string, number>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(positions));
  } catch {
    // Storage is blocked: a reload starts at the top.
  }
}
