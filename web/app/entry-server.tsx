import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import type { AppInput, AppOutput, LinkPageInput, PageRenderer } from '../../contract/documents.ts';
import { LinkPage } from '../accounts/link-page.tsx';
import { renderProfileNotFound, renderPublicPage } from '../public-page/render.tsx';
import { appDocument } from './document.ts';
import { metaOf } from './page-meta.ts';
import { createAppQueryClient, Providers } from './providers.tsx';
import { routes } from './routes.tsx';

const handler = createStaticHandler(routes);

/** Draws a document of the app. Nothing is fetched here: screens that need data show how they wait for it. */
async function renderApp({ site, assets, url, nonce, user }: AppInput): Promise<AppOutput> {
  const address = new URL(url, site.origin);
  const context = await handler.query(new Request(address));
  if (context instanceof Response) throw new Error(`The route of ${address.pathname} answered by itself`);
  const router = createStaticRouter(handler.dataRoutes, context);
  const body = renderToString(
    <Providers site={site} client={createAppQueryClient(user)}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </Providers>,
  );
  const found = !context.matches.some(({ route }) => route.id === 'not-found');
  const meta = metaOf(context.matches.map(({ route }) => route));
  return {
    status: found ? context.statusCode : 404,
    html: appDocument({ site, assets, nonce, user, meta, path: address.pathname, body }),
  };
}

/** Draws the page behind a mailed link: a whole document without script. */
function renderLinkPage(input: LinkPageInput): string {
  return `<!doctype html>${renderToStaticMarkup(<LinkPage {...input} />)}`;
}

/** Holds this file to the contract: the server loads its build and calls these four. */
const renderer: PageRenderer = { renderApp, renderLinkPage, renderPublicPage, renderProfileNotFound };

export default renderer;
export { renderApp, renderLinkPage, renderProfileNotFound, renderPublicPage };
