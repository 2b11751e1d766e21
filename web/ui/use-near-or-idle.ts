import { type RefObject, useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/** How far below the viewport an element counts as near. */
const MARGIN = '320px';

/**
 * Returns whether the element is near the viewport or the browser has been idle. A part far down the page loads its code then: before
 * anybody scrolls to it, and also for those who search the page or read it with a screen reader.
 */
export function useNearOrIdle(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: MARGIN },
    );
    observer.observe(element.current);
    const cancel = whenIdle(() => setNear(true));
    return () => {
      observer.disconnect();
      cancel();
    };
  }, [element, isNear]);
  return isNear;
}
