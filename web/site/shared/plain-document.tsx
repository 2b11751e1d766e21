import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Site } from '../../../contract/documents.ts';
import { siteIcon } from '../../../contract/site/site-files.ts';
import { SiteBrand } from './site-brand.tsx';

interface PlainDocument {
  /** Title of the document; the name of the site is appended. */
  title: string;
  site: Site;
  styles: string[];
  icon: LucideIcon;
  heading: string;
  text: string;
  children: ReactNode;
  /** Shown below the card. */
  footnote: string;
}

/** A complete document with one card, for pages behind magic links. It runs no script and follows the system theme. */
export function PlainDocument({ title, site, styles, icon: Icon, heading, text, children, footnote }: PlainDocument) {
  return (
    <html lang="en" className="follow-system">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${site.name}`}</title>
        <link rel="icon" href={siteIcon(site)} type="image/svg+xml" />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>
        <main className="mx-auto grid min-h-dvh w-full max-w-[30rem] grid-cols-1 content-center gap-8 px-4 py-10">
          <a href="/" className="mx-auto flex min-h-11 items-center gap-2.5 text-lg font-bold tracking-tight">
            <SiteBrand site={site} />
          </a>
          <div className="rounded-2xl border border-border bg-surface p-6 text-center shadow-float sm:p-8">
            <div className="neon-edge mx-auto grid size-14 place-items-center rounded-full text-on-ink shadow-glow">
              <Icon className="size-6" aria-hidden />
            </div>
            <h1 className="mt-5 text-xl font-semibold text-balance wrap-anywhere sm:text-2xl">
              <UnbrokenWords text={heading} />
            </h1>
            <p className="mt-2 text-balance wrap-anywhere text-soft">
              <UnbrokenWords text={text} />
            </p>
            {children}
          </div>
          <p className="text-center text-sm text-balance text-soft">{footnote}</p>
        </main>
      </body>
    </html>
  );
}

/** Prevents line breaks inside names and addresses, which may contain hyphens, if they fit on one line. */
function UnbrokenWords({ text }: { text: string }) {
  return text.split(' ').flatMap((word, index) => [
    index > 0 && ' ',
    /[-./@]/.test(word) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the order of the words never changes
      <span key={index} className="inline-block max-w-full">
        {word}
      </span>
    ) : (
      word
    ),
  ]);
}
