import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pages } from '../../contract/paths.ts';
import { Footer } from './footer.tsx';

export interface Chapter {
  /** The fragment of the URL. */
  id: string;
  title: string;
  body: ReactNode;
}

/** The additions to the text on a day after the last update. */
export interface Addition {
  /** `22 November 2026` */
  day: string;
  /** The new content and its chapters. */
  text: string;
}

interface TextPageProps {
  title: string;
  updated: string;
  additions: readonly Addition[];
  lead: ReactNode;
  chapters: readonly Chapter[];
  /** Links to other versions of the text. */
  versions?: ReactNode;
}

/** A text page with an introduction, a table of contents and numbered chapters. */
export function TextPage({ title, updated, additions, lead, chapters, versions }: TextPageProps) {
  return (
    <>
      <div className="page-width grid gap-x-16 pt-6 pb-16 lg:grid-cols-[15rem_minmax(0,1fr)] lg:pb-24">
        <p className="lg:col-span-2">
          <Link
            to={pages.home()}
            className="-ml-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-sm font-medium text-soft hover:text-text"
          >
            <ArrowLeft className="size-4" aria-hidden /> Back to home
          </Link>
        </p>
        <header className="pt-4 pb-10 lg:col-start-2">
          <h1 className="text-3xl font-bold sm:text-5xl">{title}</h1>
          <p className="mt-3 text-sm text-soft">Last updated: {updated}</p>
          <div className="mt-4 text-sm text-soft">
            <p id="added" className="font-semibold">
              Added since
            </p>
            <ul aria-labelledby="added" className="mt-1.5 grid gap-1.5">
              {additions.map(({ day, text }) => (
                <li key={day} className="grid gap-x-4 sm:grid-cols-[9.5rem_minmax(0,1fr)]">
                  <span className="tabular-nums">{day}</span>
                  <span className="max-w-[60ch]">{text}</span>
                </li>
              ))}
            </ul>
          </div>
          <p className="mt-6 max-w-[60ch] text-lg text-pretty text-soft">{lead}</p>
        </header>
        <nav aria-label="On this page" className="mb-12 lg:row-start-2 lg:row-end-4 lg:mb-0 lg:pt-6">
          <ol className="rounded-card border border-border bg-surface p-2 text-sm lg:sticky lg:top-24 lg:border-0 lg:bg-transparent lg:p-0">
            {chapters.map(({ id, title: chapter }, index) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="flex min-h-11 items-center gap-2.5 rounded-control px-3 py-1 text-soft hover:bg-hover hover:text-text"
                >
                  <span className="w-6 shrink-0 text-right tabular-nums">{index + 1}.</span>
                  {chapter}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="grid gap-12 lg:col-start-2">
          {chapters.map(({ id, title: chapter, body }, index) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
              <h2 id={`${id}-title`} className="text-2xl font-semibold">
                {index + 1}. {chapter}
              </h2>
              <div className="landing-prose mt-4">{body}</div>
            </section>
          ))}
          {versions}
        </div>
      </div>
      <Footer />
    </>
  );
}
