import { useId } from 'react';
import type { Site } from '../../../contract/documents.ts';

/** The logo of the site with the name as its text, or its mark with the name beside it. */
export function SiteBrand({ site, className = '' }: { site: Site; className?: string }) {
  if (site.logo !== null) return <SiteLogo site={site} alt={site.name} className="h-9 max-w-40 sm:max-w-60" />;
  return (
    <>
      <SiteMark site={site} className="size-8" />
      <span className={`truncate ${className}`}>{site.name}</span>
    </>
  );
}

/** The logo of the site, or its mark, beside a text that has the name. */
export function SitePicture({ site }: { site: Site }) {
  if (site.logo !== null) return <SiteLogo site={site} alt="" className="h-7 max-w-40" />;
  return <SiteMark site={site} className="size-7" />;
}

/** The logo for the theme. A picture that is not displayed is not loaded. */
function SiteLogo({ site, alt, className }: { site: Site; alt: string; className: string }) {
  const { logo, logoDark } = site;
  const picture = (src: string | null, theme: string) =>
    src !== null && (
      <img
        src={src}
        alt={alt}
        loading="lazy"
        className={`w-auto min-w-0 object-contain object-left ${className} ${theme}`}
      />
    );
  if (logoDark === null) return picture(logo, '');
  return (
    <>
      {picture(logo, 'dark:hidden')}
      {picture(logoDark, 'hidden dark:block')}
    </>
  );
}

/** The mark of the site: its own, which the server draws, or the standard N as one neon line on a dark square. */
function SiteMark({ site, className }: { site: Site; className: string }) {
  const id = useId();
  if (site.ownMark) return <img src={site.ownMark} alt="" className={className} />;
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
