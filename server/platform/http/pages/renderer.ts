import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LinkView } from '../../../../contract/accounts/link-view.ts';
import type {
  Assets,
  LegalPageInput,
  ListPageInput,
  ListView,
  PageRenderer,
  ReportView,
  Site,
  StatusView,
  StopPageInput,
  StopView,
} from '../../../../contract/documents.ts';
import type { PriceList } from '../../../../contract/payments/packages.ts';
import { toCurrentUser } from '../sessions/sessions.ts';
import { appHeaders } from './content-security-policy.ts';

const DIST = fileURLToPath(new URL('../../../../dist/', import.meta.url));
/** Folder of the built browser files. */
export const WEB_FILES = path.join(DIST, 'web');

interface ManifestEntry {
  file: string;
  isEntry?: boolean;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

/** Returns the files that a document of the app references, from the bundler's manifest. */
function readAssets(manifest: Record<string, ManifestEntry>): Assets {
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry);
  if (!entry) throw new Error('The built web has no entry: run npm start, or npm run build');
  const preloads = new Set<string>();
  const styles = new Set<string>(entry.css);
  const follow = (names: string[] = []) => {
    for (const name of names) {
      const chunk = manifest[name];
      if (!chunk || preloads.has(chunk.file)) continue;
      preloads.add(chunk.file);
      for (const style of chunk.css ?? []) styles.add(style);
      follow(chunk.imports);
    }
  };
  // The entry is small and loads the app in chunks, all of them needed.
  follow([...(entry.imports ?? []), ...(entry.dynamicImports ?? [])]);
  const absolute = (file: string) => `/${file}`;
  return { script: absolute(entry.file), styles: [...styles].map(absolute), preloads: [...preloads].map(absolute) };
}

/** Loads the renderer of documents and pictures that the web build created. */
export async function loadRenderer(): Promise<PageRenderer> {
  return (await import(pathToFileURL(path.join(DIST, 'ssr/pages.js')).href)) as PageRenderer;
}

export type Pages = Awaited<ReturnType<typeof loadPages>>;

/**
 * Loads the web build: the renderer of all documents and the names of their files. `prices` returns the prices that
 * documents of the app show.
 */
export async function loadPages(site: Site, prices: () => PriceList) {
  const manifest = JSON.parse(await readFile(path.join(WEB_FILES, '.vite/manifest.json'), 'utf8'));
  const assets = readAssets(manifest);
  const renderer = await loadRenderer();
  let notFound: string[] | undefined;
  return {
    renderer,

    /** Forgets documents that were rendered once. Call this when the site has changed. */
    clear(): void {
      notFound = undefined;
    },

    /**
     * Sends the document for a path where nothing can exist. The document is the same for everyone who is signed out,
     * and is rendered once.
     */
    async notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      if (request.account) return this.app(request, reply);
      if (!notFound) {
        const { html } = await renderer.renderApp({ site, assets, url: '/not/found', nonce: NONCE, user: null });
        notFound = html.split(NONCE);
      }
      const nonce = randomBytes(16).toString('base64');
      appHeaders(reply, site, nonce);
      // Sent as bytes, because compressing a text that differs each time costs more than composing it.
      return reply.status(404).send(Buffer.from(notFound.join(nonce)));
    },

    /** Sends a document of the app, rendered here and hydrated in the browser. */
    async app(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const nonce = randomBytes(16).toString('base64');
      const input = {
        site,
        assets,
        // Two slashes would be parsed as another host.
        url: `/${request.url.replace(/^\/+/, '')}`,
        nonce,
        user: request.account && toCurrentUser(request.account),
        prices: prices(),
      };
      let page = await renderer.renderApp(input);
      // Despite our headers, a cache may store a path that looks like a file (web cache deception), so the document
      // shows no user.
      if (page.status === 404 && input.user && FILE_NAME.test(request.url)) {
        page = await renderer.renderApp({ ...input, user: null });
      }
      const { status, html } = page;
      appHeaders(reply, site, nonce);
      return reply.status(status).send(html);
    },

    linkPage(link: LinkView): string {
      return renderer.renderLinkPage({ site, styles: assets.styles, link });
    },

    stopPage(paths: StopPageInput['paths'], view: StopView): string {
      return renderer.renderStopPage({ site, styles: assets.styles, paths, view });
    },

    listPage(paths: ListPageInput['paths'], view: ListView): string {
      return renderer.renderListPage({ site, styles: assets.styles, paths, view });
    },

    reportPage(handle: string, view: ReportView): string {
      return renderer.renderReportPage({ site, styles: assets.styles, handle, view });
    },

    legalPage(input: Omit<LegalPageInput, 'site' | 'styles'>): string {
      return renderer.renderLegalPage({ ...input, site, styles: assets.styles });
    },

    statusPage(view: StatusView): string {
      return renderer.renderStatusPage({ site, styles: assets.styles, view });
    },
  };
}

/** Stands for the nonce in a document that is rendered once. */
const NONCE = 'nonce-of-the-document';
/** A path whose last segment has a file extension, before any query. */
const FILE_NAME = /^[^?]*\.[^/?.]+(\?|$)/;
