import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Site } from '../../../contract/documents.ts';
import { siteIcon } from '../../../contract/site/site-files.ts';
import { classNames } from '../../ui/class-names.ts';
import { SiteBrand } from './site-brand.tsx';

interface ScriptlessDocumentProps {
  /** Title of the document; the name of the site is appended. */
  title: string;
  site: Site;
  styles: readonly string[];
  /** The address under which search engines list the document; absent if they should not. */
  canonical?: string | undefined;
  children: ReactNode;
}

/** A complete document that runs no script and follows the system theme. */
export function ScriptlessDocument({ title, site, styles, canonical, children }: ScriptlessDocumentProps) {
  return (
    <html lang="en" className="follow-system">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        {canonical === undefined ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={canonical} />}
        <title>{`${title} · ${site.name}`}</title>
        <link rel="icon" href={siteIcon(site)} type="image/svg+xml" />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>{children}</body>
    </html>
  );
}

/** The logo and the name of a site, as a link to its landing page. */
export function SiteLink({ site, className = '' }: { site: Site; className?: string }) {
  return (
    <a
      href="/"
      className={classNames('flex min-h-11 items-center gap-2.5 text-lg font-bold tracking-tight', className)}
    >
      <SiteBrand site={site} />
    </a>
  );
}

interface PlainDocumentProps extends Omit<ScriptlessDocumentProps, 'canonical'> {
  icon: LucideIcon;
  heading: string;
  text: string;
  /** Shown below the card. */
  footnote: string;
}

/** A document without script with one card, for pages behind magic links. */
export function PlainDocument({ icon: Icon, heading, text, children, footnote, ...page }: PlainDocumentProps) {
  return (
    <ScriptlessDocument {...page}>
      <main className="mx-auto grid min-h-dvh w-full max-w-[30rem] grid-cols-1 content-center gap-8 px-4 py-10">
        <SiteLink site={page.site} className="mx-auto" />
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
    </ScriptlessDocument>
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
