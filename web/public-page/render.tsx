import { createHash } from 'node:crypto';
import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { coloursOf } from '../../contract/colours/contrast.ts';
import type {
  FormPageInput,
  ProfileNotFoundInput,
  PublicPageInput,
  PublicPageOutput,
  RestingInput,
} from '../../contract/documents.ts';
import { DEFAULT_THEME, themeConfigOf } from '../../contract/profiles/themes.ts';
import { siteIcon } from '../../contract/site/site-files.ts';
import type { SiteIdentity } from '../../contract/site/site-identity.ts';
import formPageCss from './forms/form-page.css?inline';
import { FormPage, formPageTitle } from './forms/form-page.tsx';
import { minifyCss } from './minify-css.ts';
import noticeCss from './notice.css?inline';
import { BASE, coloursOfPage, formPageStyle, pageStyle } from './page-style.ts';
import { ProfileHead } from './profile-meta-tags.tsx';
import notFoundCss from './profile-not-found.css?inline';
import { ProfileNotFound } from './profile-not-found.tsx';
import { PublicPage } from './public-page.tsx';
import restingCss from './resting.css?inline';
import { Resting } from './resting.tsx';
import { addAllThemes } from './themes/all-themes.ts';

addAllThemes();

const PLAIN = { template: DEFAULT_THEME, blocks: [], look: null, bannerImage: null };
const DARK = '(prefers-color-scheme: dark)';
const NOT_FOUND_STYLE = minifyCss(noticeCss + notFoundCss);
const FORM_PAGE_STYLE = minifyCss(formPageCss);
const RESTING_STYLE = BASE + minifyCss(noticeCss + restingCss);
/** The upper colours of the sky in resting.css. */
const RESTING_EDGES = { edge: '#e6ecff', darkEdge: '#070a1c' };

/** Renders the document of a profile: no script, and one inline style, whose hash is returned for the CSP. */
export function renderPublicPage({ socialImage, now = Date.now(), ...page }: PublicPageInput): PublicPageOutput {
  const { profile, site } = page;
  return document({
    site,
    edge: edgeOf(coloursOfPage(profile).background),
    style: pageStyle(profile),
    head: <ProfileHead profile={profile} site={site} socialImage={socialImage} now={now} />,
    body: <PublicPage {...page} now={now} />,
  });
}

/** Renders the document of a form, or of its result, in the look of its page and with noindex. */
export function renderFormPage(input: FormPageInput): PublicPageOutput {
  const { profile, site } = input;
  return document({
    site,
    edge: edgeOf(coloursOfPage(profile).background),
    style: formPageStyle(profile) + FORM_PAGE_STYLE,
    head: (
      <>
        <title>{formPageTitle(input)}</title>
        <meta name="robots" content="noindex" />
      </>
    ),
    body: <FormPage {...input} />,
  });
}

/** Renders the document for an unknown profile, in the default theme and with noindex. */
export function renderProfileNotFound({ site, username, free }: ProfileNotFoundInput): PublicPageOutput {
  const themeConfig = themeConfigOf(DEFAULT_THEME);
  return document({
    site,
    edge: edgeOf(themeConfig.background),
    style: pageStyle({ ...PLAIN, themeConfig }) + NOT_FOUND_STYLE,
    head: (
      <>
        <title>Profile Not Found</title>
        <meta name="robots" content="noindex" />
      </>
    ),
    body: <ProfileNotFound username={username} free={free} />,
  });
}

/** Renders the document of a handle that was not renewed, in the device's colour scheme and with noindex. */
export function renderResting({ site, username }: RestingInput): PublicPageOutput {
  return document({
    site,
    ...RESTING_EDGES,
    style: RESTING_STYLE,
    head: (
      <>
        <title>This handle is resting</title>
        <meta name="robots" content="noindex" />
      </>
    ),
    body: <Resting username={username} />,
  });
}

/** Returns the first colour of a background, which browsers paint around the page. */
const edgeOf = (background: string) => coloursOf(background)[0] ?? '#000000';

interface DocumentParts {
  site: SiteIdentity;
  /** The colour around the page, visible when scrolling past its ends. */
  edge: string;
  /** The same for dark devices, if the page follows their colour scheme. */
  darkEdge?: string;
  style: string;
  head: ReactElement;
  body: ReactNode;
}

function document({ site, edge, darkEdge, style, head, body }: DocumentParts): PublicPageOutput {
  const dark = darkEdge && `:root{color-scheme:light dark}@media ${DARK}{html{background:${darkEdge}}}`;
  const css = `html{background:${edge}}${dark ?? ''}body{margin:0}${style}`;
  const html = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {darkEdge && <meta name="theme-color" media={DARK} content={darkEdge} />}
        <meta name="theme-color" content={edge} />
        <link rel="icon" href={siteIcon(site)} type="image/svg+xml" />
        {head}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheets and validated tokens */}
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>{body}</body>
    </html>,
  );
  return {
    html: `<!doctype html>${html}`,
    styleHash: `sha256-${createHash('sha256').update(css).digest('base64')}`,
  };
}
