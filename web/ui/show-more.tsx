import { useEffect, useRef } from 'react';
import { Button } from './form/button.tsx';

/** How far below the screen the end of a list may be when more of it is asked for. */
const NEAR = '600px';

interface ShowMoreProps {
  busy?: boolean;
  /** What went wrong at the last attempt; then nothing happens by itself any more. */
  failed?: string | false;
  onMore: () => void;
}

/**
 * Stands directly after a list that goes on: asks for more when it comes near, or on a press. After a press the focus
 * goes to the first new item, since this button moves away beneath it or vanishes.
 */
export function ShowMore({ busy = false, failed = false, onMore }: ShowMoreProps) {
  const place = useRef<HTMLDivElement>(null);
  const ask = useRef(onMore);
  ask.current = onMore;

  useEffect(() => {
    if (busy || failed || !place.current) return;
    const near = ([entry]: IntersectionObserverEntry[]) => {
      if (!entry?.isIntersecting) return;
      // Whoever is about to press is as good as one who has.
      if (place.current?.contains(document.activeElement)) leadOn(place.current);
      ask.current();
    };
    const observer = new IntersectionObserver(near, { rootMargin: NEAR });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [busy, failed]);

  function press() {
    if (busy) return;
    leadOn(place.current);
    onMore();
  }

  return (
    <div ref={place} className="mt-6 grid justify-items-center gap-3">
      {failed && (
        <p role="alert" className="text-center text-danger">
          {failed}
        </p>
      )}
      <Button
        variant="secondary"
        busy={busy}
        onClick={press}
        onFocus={() => busy && leadOn(place.current)}
        className="max-sm:w-full"
      >
        Show more
      </Button>
    </div>
  );
}

/** Takes the focus to the item that is added next to the list before this place. */
function leadOn(place: Element | null): void {
  const list = place?.previousElementSibling;
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
