import { useId } from 'react';

/** The logo: an N drawn as one neon line on a dark square. */
export function LogoMark({ className }: { className?: string }) {
  const id = useId();
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden focusable="false">
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
          <stop stopColor="#00f5ff" />
          <stop offset="1" stopColor="#ff0084" />
        </linearGradient>
      </defs>
      <rect width="32" height="32" rx="9" fill="#0b0f1a" />
      <path
        d="M10 22.5v-13l12 13v-13"
        fill="none"
        stroke={`url(#${id})`}
        strokeWidth="3.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
