import { useEffect, useRef } from 'react';
import { Button } from './form/button.tsx';

/** The next page is loaded when the end of the list is within this distance of the viewport. */
const LOAD_MARGIN = '600px';

interface ShowMoreProps {
  busy?: boolean;
  /** Error of the last attempt; automatic loading stops while it is set. */
  failed?: string | false;
  onMore: () => void;
}

/**
 * Loads more items when the end of the list comes near the viewport, or on a click. Must directly follow the list element. After a click the focus
 * moves to the first new item, because this button moves or disappears.
 */
export function ShowMore({ busy = false, failed = false, onMore }: ShowMoreProps) {
  const container = useRef<HTMLDivElement>(null);
  const loadMore = useRef(onMore);
  loadMore.current = onMore;

  useEffect(() => {
    if (busy || failed || !container.current) return;
    const onIntersect = ([entry]: IntersectionObserverEntry[]) => {
      if (!entry?.isIntersecting) return;
      // A focused button is treated like a clicked one.
      if (container.current?.contains(document.activeElement)) focusNextItem(container.current);
      loadMore.current();
    };
    const observer = new IntersectionObserver(onIntersect, { rootMargin: LOAD_MARGIN });
    observer.observe(container.current);
    return () => observer.disconnect();
  }, [busy, failed]);

  function press() {
    if (busy) return;
    focusNextItem(container.current);
    onMore();
  }

  return (
    <div ref={container} className="mt-6 grid justify-items-center gap-3">
      {failed && (
        <p role="alert" className="text-center text-danger">
          {failed}
        </p>
      )}
      <Button
        variant="secondary"
        busy={busy}
        onClick={press}
        onFocus={() => busy && focusNextItem(container.current)}
        className="max-sm:w-full"
      >
        Show more
      </Button>
    </div>
  );
}

/** Moves the focus to the next item that is added to the list before `container`. */
function focusNextItem(container: Element | null): void {
  const list = container?.previousElementSibling;
  if (!list) return;
  const before = list.children.length;
  const observer = new MutationObserver(() => {
    const first = list.children[before];
    if (!(first instanceof HTMLElement)) return;
    observer.disconnect();
    first.tabIndex = -1;
    first.focus({ preventScroll: true });
  });
  observer.observe(list, { childList: true });
}
