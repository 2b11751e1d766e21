import './landing.css';
import { StaticRouter } from 'react-router';
import { formatUtcDay } from '../../contract/dates.ts';
import type { LegalPageInput } from '../../contract/documents.ts';
import { pages } from '../../contract/paths.ts';
import { LEGAL_TITLES, type LegalKind, type LegalVersion, STANDARD_VERSIONS } from '../../contract/site/legal-texts.ts';
import { PRODUCT } from '../../contract/site/product.ts';
import { SiteProvider } from '../api/site.ts';
import { ScriptlessDocument, SiteLink } from '../site/shared/plain-document.tsx';
import { Footer } from './footer.tsx';
import { LEGAL_PATHS } from './legal-link.tsx';
import { PrivacyPage } from './privacy-page.tsx';
import { TermsPage } from './terms-page.tsx';

/** One version of a legal text, as a document without script. */
export function LegalPage({ site, styles, kind, history, version, text }: LegalPageInput) {
  const title = text?.title ?? LEGAL_TITLES[kind];
  const isInForce = version?.name === history.current?.name;
  const versions = kind !== 'imprint' && <Versions {...{ kind, history, version }} />;
  const Standard = kind === 'privacy' ? PrivacyPage : TermsPage;
  return (
    <ScriptlessDocument
      title={title}
      site={site}
      styles={styles}
      canonical={isInForce ? site.origin + LEGAL_PATHS[kind] : undefined}
    >
      <SiteProvider value={site}>
        <StaticRouter location={LEGAL_PATHS[kind]}>
          <header className="page-width pt-4 print:hidden">
            <SiteLink site={site} className="w-fit" />
          </header>
          {text === null ? (
            <main>
              <Standard versions={versions} />
            </main>
          ) : (
            <>
              <main className="page-width pt-6 pb-16 lg:pb-24">
                <h1 className="text-3xl font-bold wrap-anywhere sm:text-5xl">{title}</h1>
                {version && kind !== 'imprint' && (
                  <p className="mt-3 text-sm text-soft">
                    {isInForce ? 'In force since' : 'This version holds from'} {formatUtcDay(version.holdsFrom)}
                  </p>
                )}
                {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised the text */}
                <div className="landing-prose legal-text mt-8" dangerouslySetInnerHTML={{ __html: text.html }} />
                {versions}
                {kind === 'imprint' && <p className="mt-12 text-sm text-soft">This site runs on {PRODUCT}.</p>}
              </main>
              <Footer />
            </>
          )}
        </StaticRouter>
      </SiteProvider>
    </ScriptlessDocument>
  );
}

type VersionsProps = Pick<LegalPageInput, 'history' | 'version'> & { kind: Exclude<LegalKind, 'imprint'> };

/** Links to the version in force, to the one that holds from a later day, and to earlier ones. */
function Versions({ kind, history: { current, next, earlier }, version }: VersionsProps) {
  const others = earlier.filter(({ isOwn }) => isOwn);
  const isCurrent = version?.name === current?.name;
  return (
    <nav aria-label="Versions" className="mt-12 grid gap-2 border-t border-border pt-6 text-sm text-soft print:hidden">
      {next && next.name !== version?.name && (
        <p>
          From {formatUtcDay(next.holdsFrom)}{' '}
          <VersionLink kind={kind} version={next}>
            another version
          </VersionLink>{' '}
          holds.
        </p>
      )}
      {!isCurrent && (
        <p>
          <a href={LEGAL_PATHS[kind]} className={LINK}>
            The version in force
          </a>
        </p>
      )}
      {(others.length > 0 || current?.isOwn) && (
        <>
          <h2 className="font-semibold">Earlier versions</h2>
          <ul>
            {others.map((one) => (
              <li key={one.name}>
                <VersionLink kind={kind} version={one}>
                  {dayOf(one)}
                </VersionLink>
              </li>
            ))}
            {current?.isOwn && (
              <li>
                <a href={pages.legalVersion(kind, STANDARD_VERSIONS[kind])} className={LINK}>
                  Standard text
                </a>
              </li>
            )}
          </ul>
        </>
      )}
    </nav>
  );
}

const LINK = 'inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4';

function VersionLink({
  kind,
  version,
  children,
}: {
  kind: VersionsProps['kind'];
  version: LegalVersion;
  children: string;
}) {
  // Our text has one address, whenever it holds.
  const name = version.isOwn ? version.name : STANDARD_VERSIONS[kind];
  return (
    <a href={pages.legalVersion(kind, name)} className={LINK}>
      {children}
    </a>
  );
}

/** Returns the day from which a version holds, with the number that tells it from others of that day. */
function dayOf({ name, holdsFrom }: LegalVersion): string {
  const [, number] = name.split('.');
  return formatUtcDay(holdsFrom) + (number === undefined ? '' : ` (${number})`);
}
