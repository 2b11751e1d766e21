import { useEffect } from 'react';
import type { FontId } from '../../../contract/profiles/look.ts';

/** Adds the font of a page to the document. Without a connection the page keeps the fallback of the font. */
export function useFont(id: FontId | null | undefined): void {
  useEffect(() => {
    if (!id) return;
    import('./load-font.ts').then(
      ({ loadFont }) => loadFont(id),
      () => {},
    );
  }, [id]);
}
