import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns a ref for the element that receives the focus when a row of a list disappears together with the focused button.
 * A dialog that is still open returns the focus itself.
 */
export function useFocusAfterRemoval<Target extends HTMLElement>(count: number): RefObject<Target | null> {
  const target = useRef<Target>(null);
  const before = useRef(count);
  useEffect(() => {
    const isRemoved = count < before.current;
    before.current = count;
    if (isRemoved && document.activeElement === document.body) target.current?.focus({ preventScroll: true });
  }, [count]);
  return target;
}
