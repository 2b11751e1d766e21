import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, loadConfigFromFile, type ViteDevServer } from 'vite';
import type { PageRenderer, Site } from '../../contract/documents.ts';
import { isLoopbackAddress } from '../../server/platform/http/loopback.ts';

const ROOT = join(import.meta.dirname, '../..');
const ENTRY = '/web/app/entry-client.tsx';
const STYLES = '/web/app/styles.css';
/** What Vite serves from the sources; everything else is the server's. */
const VITES = /^\/(@|web\/|contract\/|node_modules\/)/;

/**
 * Vite in front of the server at `backend`: the server answers everything, but its app documents are drawn again from
 * the sources, with hot reload. Throws when the port is taken.
 */
export async function startFront(options: { port: number; host: string; backend: number }): Promise<ViteDevServer> {
  const { config } = (await loadConfigFromFile(
    { command: 'serve', mode: 'development' },
    join(ROOT, 'vite.config.ts'),
  )) ?? { config: {} };
  const http = createHttpServer((request, response) => {
    if (VITES.test(request.url ?? '/')) vite.middlewares(request, response);
    else void answer(vite, options.backend, request, response);
  });
  const vite = await createServer({
    ...config,
    // Built, the renderer is one file; here packages are loaded as they are.
    ssr: {},
    configFile: false,
    root: ROOT,
    appType: 'custom',
    server: { middlewareMode: true, ws: { server: http } },
  });
  await new Promise<void>((done, fail) => http.once('error', fail).listen(options.port, options.host, done));
  return vite;
}

async function answer(
  vite: ViteDevServer,
  backend: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const reply = await ask(backend, request);
    const isDocument = reply.headers['content-type']?.startsWith('text/html') && request.method === 'GET';
    if (!isDocument) {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of reply) chunks.push(chunk as Buffer);
    const html = Buffer.concat(chunks).toString();
    const site = /<script type="application\/json" id="site">(.*?)<\/script>/.exec(html)?.[1];
    const { 'content-length': _, ...headers } = reply.headers;
    // The policy would forbid what hot reload needs: inline scripts and styles.
    if (site) delete headers['content-security-policy'];
    response.writeHead(reply.statusCode ?? 502, headers);
    response.end(site ? await draw(vite, request.url ?? '/', JSON.parse(site) as Site) : html);
  } catch (error) {
    vite.ssrFixStacktrace(error as Error);
    if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' });
    response.end((error as Error).stack);
  }
}

/** The server restarts after each change to it; a request waits for it. */
async function ask(backend: number, request: IncomingMessage): Promise<IncomingMessage> {
  const body: Buffer[] = [];
  for await (const chunk of request) body.push(chunk as Buffer);
  const { method = 'GET', url = '/', headers } = request;
  const peer = request.socket.remoteAddress ?? 'unknown';
  const isHere = isLoopbackAddress(peer);
  for (const deadline = Date.now() + 15_000; ; await sleep(100)) {
    try {
      return await new Promise<IncomingMessage>((done, fail) => {
        send({
          host: '127.0.0.1',
          port: backend,
          method,
          path: url,
          // The server must not take a stranger for this machine because we are in between.
          headers: { ...headers, 'accept-encoding': 'identity', ...(!isHere && { 'x-forwarded-for': peer }) },
        })
          .once('response', done)
          .once('error', fail)
          .end(Buffer.concat(body));
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED' || Date.now() > deadline) throw error;
    }
  }
}

async function draw(vite: ViteDevServer, url: string, site: Site): Promise<string> {
  const renderer = (await vite.ssrLoadModule('/web/app/ssr/entry-server.tsx')) as PageRenderer;
  const assets = { script: ENTRY, styles: [STYLES], preloads: [] };
  const { html } = await renderer.renderApp({ site, assets, url, nonce: 'dev', user: undefined });
  return vite.transformIndexHtml(url, html);
}
