import { CircleCheck, Clock, type LucideIcon, Mail, TriangleAlert, UserRound } from 'lucide-react';
import type { LinkPageInput, LinkView, Site } from '../../contract/documents.ts';
import { buttonStyle } from '../ui/button-style.ts';
import { LogoMark } from '../ui/logo.tsx';
import { linkWords } from './link-words.ts';

const ICONS: Record<LinkView['state'], LucideIcon> = {
  ready: Mail,
  used: CircleCheck,
  expired: Clock,
  invalid: TriangleAlert,
  'handle-gone': UserRound,
  'inbox-full': Mail,
  closed: CircleCheck,
};

/**
 * The document behind a mailed link. It runs no script and follows the system's theme; its only button posts to its own
 * address, so that a scanner that merely opens links uses none up.
 */
export function LinkPage({ site, styles, link }: LinkPageInput) {
  const words = linkWords(site, link);
  const Icon = ICONS[link.state];
  return (
    <html lang="en" className="follow-system">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${words.title} · Nameplate`}</title>
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>
        <main className="mx-auto grid min-h-dvh w-full max-w-[30rem] grid-cols-1 content-center gap-8 px-4 py-10">
          <a href="/" className="mx-auto flex min-h-11 items-center gap-2.5 text-lg font-bold tracking-tight">
            <LogoMark className="size-8" />
            Nameplate
          </a>
          <div className="rounded-2xl border border-border bg-surface p-6 text-center shadow-float sm:p-8">
            <div className="neon-edge mx-auto grid size-14 place-items-center rounded-full text-on-ink shadow-glow">
              <Icon className="size-6" aria-hidden />
            </div>
            <h1 className="mt-5 text-2xl font-semibold wrap-anywhere">
              <WholeWords text={words.title} />
            </h1>
            <p className="mt-2 text-pretty wrap-anywhere text-soft">
              <WholeWords text={words.text} />
            </p>
            {link.state === 'ready' && link.signedInAs && <OtherAccount signedInAs={link.signedInAs} />}
            {link.state === 'ready' ? (
              <form method="post" className="mt-6">
                <button
                  type="submit"
                  className={`${buttonStyle(link.purpose === 'delete-account' ? 'danger' : 'brand', 'large')} w-full`}
                >
                  {words.act}
                </button>
              </form>
            ) : (
              <a href={words.next.href} className={`${buttonStyle('primary', 'large')} mt-6 w-full`}>
                {words.next.label}
              </a>
            )}
          </div>
          <Footnote site={site} ready={link.state === 'ready'} />
        </main>
      </body>
    </html>
  );
}

/** Names and addresses stay on one line where they fit into one, hyphens or not. */
function WholeWords({ text }: { text: string }) {
  return text.split(' ').flatMap((word, index) => [
    index > 0 && ' ',
    /[-./@]/.test(word) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words never change places
      <span key={index} className="inline-block max-w-full">
        {word}
      </span>
    ) : (
      word
    ),
  ]);
}

function OtherAccount({ signedInAs }: { signedInAs: string }) {
  return (
    <p className="mt-5 flex gap-2.5 rounded-control bg-warning-surface p-3.5 text-left text-sm text-warning">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        In this browser you are signed in as <strong className="wrap-anywhere">{signedInAs}</strong>, which is another
        account. Go on only if this link is yours.
      </span>
    </p>
  );
}

function Footnote({ site, ready }: { site: Site; ready: boolean }) {
  return (
    <p className="text-center text-sm text-balance text-soft">
      {ready ? 'You did not ask for this? Close this page and nothing happens.' : `You are on ${site.host}.`}
    </p>
  );
}
