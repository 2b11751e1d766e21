import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const STORE = 'scroll-positions';

/** Top for a new place, the old position for one gone back to, the heading for an address with a fragment. */
export function useScrollPosition(): void {
  const { key: entry, pathname, hash } = useLocation();
  // The first place of every document bears the same key.
  const key = entry === 'default' ? pathname : entry;
  const type = useNavigationType();
  const positions = useRef<Record<string, number> | null>(null);
  const shown = useRef({ key, pathname });

  useEffect(() => {
    history.scrollRestoration = 'manual';
    positions.current = readPositions();
    // The document may have been reloaded, or come back to from another one.
    const known = positions.current[shown.current.key];
    // Where the app came late, the browser has restored the position, and the visitor may have moved on.
    if (known !== undefined && !location.hash && isReturn() && window.scrollY === 0) window.scrollTo(0, known);
    const note = () => {
      if (positions.current) positions.current[shown.current.key] = window.scrollY;
    };
    // Where the app came late, the page may have been scrolled before.
    note();
    const keep = () => {
      note();
      savePositions(positions.current ?? {});
      // Whoever comes next has the browser's own way.
      history.scrollRestoration = 'auto';
    };
    const back = () => {
      history.scrollRestoration = 'manual';
    };
    window.addEventListener('scroll', note, { passive: true });
    window.addEventListener('pagehide', keep);
    window.addEventListener('pageshow', back);
    return () => {
      window.removeEventListener('scroll', note);
      window.removeEventListener('pagehide', keep);
      window.removeEventListener('pageshow', back);
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

/** Whether this document was reloaded or come back to, rather than opened by its address. */
function isReturn(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload' || navigation?.type === 'back_forward';
}

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? '{}');
  } catch {
    return {}; // forbidden, or not ours
  }
}

function savePositions(positions: Record<string, number>): void {
  try {
    sessionStorage.setItem(STORE, JSON.stringify(positions));
  } catch {
    // Forbidden: a reload begins at the top.
  }
}
