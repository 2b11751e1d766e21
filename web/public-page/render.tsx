import { createHash } from 'node:crypto';
import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ProfileNotFoundInput, PublicPageInput, PublicPageOutput } from '../../contract/documents.ts';
import { DEFAULT_THEME, themeConfigOf } from '../../contract/themes.ts';
import { ProfileHead } from './head.tsx';
import { edgeColour, minifyCss, pageStyle, safeTokens } from './page-style.ts';
import notFoundCss from './profile-not-found.css?inline';
import { ProfileNotFound } from './profile-not-found.tsx';
import { PublicPage } from './public-page.tsx';

const NOT_FOUND_STYLE = minifyCss(notFoundCss);

/** The document of a profile: no script, one inline style, whose hash is returned for the Content-Security-Policy. */
export function renderPublicPage({ profile, site, card }: PublicPageInput): PublicPageOutput {
  const fallback = themeConfigOf(profile.template);
  const edge = edgeColour(safeTokens(profile.themeConfig, fallback).background);
  return document({
    edge,
    style: pageStyle(profile),
    head: <ProfileHead profile={profile} site={site} card={card} />,
    body: <PublicPage profile={profile} site={site} />,
  });
}

/** The document for an address without a profile; in the default theme, not to be indexed. */
export function renderProfileNotFound({ username }: ProfileNotFoundInput): PublicPageOutput {
  const themeConfig = themeConfigOf(DEFAULT_THEME);
  return document({
    edge: edgeColour(themeConfig.background),
    style: pageStyle({ themeConfig, template: DEFAULT_THEME }) + NOT_FOUND_STYLE,
    head: (
      <>
        <title>Profile Not Found</title>
        <meta name="robots" content="noindex" />
      </>
    ),
    body: <ProfileNotFound username={username} />,
  });
}

interface DocumentParts {
  /** Colour around the page, where it scrolls over its end. */
  edge: string;
  style: string;
  head: ReactElement;
  body: ReactNode;
}

function document({ edge, style, head, body }: DocumentParts): PublicPageOutput {
  const css = `html{background:${edge}}body{margin:0}${style}`;
  const html = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={edge} />
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        {head}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own sheets and tokens that were checked */}
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
