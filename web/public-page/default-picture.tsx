import type { ReactElement } from 'react';

/** The portrait shown for a profile without a picture. */
export function DefaultPicture(): ReactElement {
  return (
    <svg className="np-picture" viewBox="0 0 112 112" role="img" aria-label="Default picture">
      <path fill="#c9d3ee" d="M0 0h112v112H0z" />
      <circle cx="84" cy="26" r="38" fill="#dde4f7" />
      <path fill="#4a3b57" d="M33 47c-3-20 9-32 24-32s26 11 23 33c3 12 1 22 6 30H27c5-8 3-20 6-31z" />
      <path fill="#5d6fb8" d="M12 112c2-21 17-30 44-30s42 9 44 30z" />
      <path fill="#f0b99a" d="M47 70h18v13c0 12-18 12-18 0z" />
      <path fill="#e0a182" d="M47 72h18v5c-6 5-13 5-18 0z" />
      <path fill="#f6c7aa" d="M38 46c0-15 8-21 18-21s18 6 18 21c0 17-8 28-18 28s-18-11-18-28z" />
      <path fill="#4a3b57" d="M37 48c-2-17 7-25 19-25s21 8 19 25c-3-8-8-11-12-14-6 5-20 3-26 14z" />
    </svg>
  );
}
