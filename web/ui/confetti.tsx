import { type CSSProperties, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

const CONFETTI_PIECES = 50;
const CONFETTI_MS = 3000;
const COLOURS = ['#00f5ff', '#ff0084', '#7d7bff', '#ffd166', '#6fdc93'];

/** Confetti that falls once for three seconds; nothing under `prefers-reduced-motion`. Browser only. */
export function Confetti() {
  const [pieces, setPieces] = useState<CSSProperties[]>(() =>
    window.matchMedia('(prefers-reduced-motion: reduce)').matches
      ? []
      : Array.from({ length: CONFETTI_PIECES }, (_, index) => pieceStyle(index)),
  );
  useEffect(() => {
    const timer = setTimeout(() => setPieces([]), CONFETTI_MS);
    return () => clearTimeout(timer);
  }, []);
  if (pieces.length === 0) return null;
  return createPortal(
    <div aria-hidden data-confetti className="pointer-events-none fixed inset-0 z-50 overflow-hidden">
      {pieces.map((style, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of the pieces never changes
        <span key={index} style={style} className="absolute -top-4 animate-fall rounded-[2px]" />
      ))}
    </div>,
    document.body,
  );
}

function pieceStyle(index: number): CSSProperties {
  const delay = Math.random() * 800;
  return {
    left: `${Math.random() * 100}%`,
    width: 6 + Math.random() * 6,
    height: 10 + Math.random() * 8,
    background: COLOURS[index % COLOURS.length],
    animationDelay: `${delay}ms`,
    animationDuration: `${CONFETTI_MS - delay}ms`,
    '--drift': `${(Math.random() - 0.5) * 200}px`,
    '--turns': `${(Math.random() - 0.5) * 1440}deg`,
  } as CSSProperties;
}
