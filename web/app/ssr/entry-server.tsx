import type { ReactElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import type {
  AppInput,
  AppOutput,
  LegalPageInput,
  LinkPageInput,
  ListPageInput,
  PageRenderer,
  ReportPageInput,
  Site,
  StatusPageInput,
  StopPageInput,
} from '../../../contract/documents.ts';
import { accentStyle } from '../../../contract/site/accent.ts';
import { MagicLinkPage } from '../../accounts/magic-link-page.tsx';
import { ListPage } from '../../audience/list-page.tsx';
import { StopPage } from '../../forwarding/stop-page.tsx';
import { LegalPage } from '../../marketing/legal-page.tsx';
import { ReportPage } from '../../page-reports/report-page.tsx';
import { renderFormPage, renderProfileNotFound, renderPublicPage, renderResting } from '../../public-page/render.tsx';
import { renderSocialImageArt } from '../../public-page/social-image-art.tsx';
import { StatusPage } from '../../status/status-page.tsx';
import { loadScreen } from '../navigation/load-screen.ts';
import { NOT_FOUND, screenAt } from '../routes/routes.tsx';
import { createAppQueryClient, Providers } from '../shell/providers.tsx';
import { Shell } from '../shell/shell.tsx';
import { appDocument } from './document.ts';
import { routeFiles } from './route-chunks.ts';

/** Renders a document of the app. It fetches no data: screens that need more than prices render their loading state. */
async function renderApp({ site, assets, url, nonce, user, prices }: AppInput): Promise<AppOutput> {
  const { pathname, search } = new URL(url, site.origin);
  const screen = screenAt(pathname);
  await loadScreen(screen);
  const body = renderToString(
    <Providers site={site} prices={prices} client={createAppQueryClient(user)}>
      <StaticRouter location={{ pathname, search }}>
        <Shell />
      </StaticRouter>
    </Providers>,
  );
  return {
    status: screen === NOT_FOUND ? 404 : 200,
    html: appDocument({
      site,
      assets,
      nonce,
      user,
      prices,
      meta: screen.meta,
      path: screen.canonical ?? screen.path,
      body,
    }),
  };
}

/** Renders a document without script, in the colours of the site. Its policy allows this style by hash. */
function plainDocument(site: Site, page: ReactElement): string {
  const accent = accentStyle(site.accent);
  const html = `<!doctype html>${renderToStaticMarkup(page)}`;
  return accent === '' ? html : html.replace('</head>', `<style>${accent}</style></head>`);
}

/** Renders the page behind a magic link, a document without script. */
function renderLinkPage(input: LinkPageInput): string {
  return plainDocument(input.site, <MagicLinkPage {...input} />);
}

/** Renders the page on which the owner of an inbox stops all forwarding to it, a document without script. */
function renderStopPage(input: StopPageInput): string {
  return plainDocument(input.site, <StopPage {...input} />);
}

/** Renders the page behind a link in an email of a list, a document without script. */
function renderListPage(input: ListPageInput): string {
  return plainDocument(input.site, <ListPage {...input} />);
}

/** Renders the page that reports a page. */
function renderReportPage(input: ReportPageInput): string {
  return plainDocument(input.site, <ReportPage {...input} />);
}

/** Renders the page with the measured availability. */
function renderStatusPage(input: StatusPageInput): string {
  return plainDocument(input.site, <StatusPage {...input} />);
}

/** Renders one version of a legal text, with the styles of our own texts. */
function renderLegalPage(input: LegalPageInput): string {
  const styles = [...new Set([...input.styles, ...routeFiles('web/marketing/terms-page.tsx').styles])];
  return plainDocument(input.site, <LegalPage {...input} styles={styles} />);
}

/** Checks the exports against the contract; the server loads the build of this file and calls them. */
const renderer: PageRenderer = {
  renderApp,
  renderLegalPage,
  renderLinkPage,
  renderStopPage,
  renderPublicPage,
  renderProfileNotFound,
  renderResting,
  renderFormPage,
  renderListPage,
  renderReportPage,
  renderStatusPage,
  renderSocialImageArt,
};

export default renderer;
export {
  renderApp,
  renderFormPage,
  renderLegalPage,
  renderLinkPage,
  renderListPage,
  renderProfileNotFound,
  renderPublicPage,
  renderReportPage,
  renderResting,
  renderSocialImageArt,
  renderStatusPage,
  renderStopPage,
};
