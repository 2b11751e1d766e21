import { useLayoutEffect, useRef, useState } from 'react';
import type { SitePreviewProps } from '../preview-context.ts';
import { useSitePreview } from '../preview-context.ts';

interface PreviewFrameProps extends Omit<SitePreviewProps, 'document'> {
  /** The width of the window in CSS pixels. */
  width: number;
}

/** The doctype makes the document follow the standards. */
const BLANK = '<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body></body></html>';

/** A window of this width, scaled to the width of its place. A frame gives its media queries that width. */
export function PreviewFrame({ width, ...preview }: PreviewFrameProps) {
  const Preview = useSitePreview();
  const place = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [document, setDocument] = useState<Document | null>(null);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const scale = size.width / width;
  return (
    <div
      ref={place}
      className={`mx-auto h-[min(44rem,calc(100dvh-15rem))] min-h-80 overflow-hidden rounded-card border border-border bg-muted shadow-soft ${width < 600 ? 'w-[min(100%,22rem)]' : 'w-full'}`}
    >
      <iframe
        title="Preview of the landing page"
        srcDoc={BLANK}
        onLoad={(event) => setDocument(event.currentTarget.contentDocument)}
        className="origin-top-left border-0"
        style={{ width, height: size.height / scale || 0, transform: `scale(${scale})` }}
      />
      {document && <Preview {...preview} document={document} />}
    </div>
  );
}
