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
import { isLoopbackAddress } from '../../server/platform/http/guards/loopback.ts';

const ROOT = join(import.meta.dirname, '../..');
const ENTRY = '/web/app/entry-client.tsx';
const STYLES = '/web/app/styles.css';
/** Paths that Vite serves from the sources. The server handles all others. */
const VITE_PATHS = /^\/(@|web\/|contract\/|node_modules\/)/;

/**
 * Starts Vite as a proxy in front of the server at port `backend`. The documents of the app are rendered again from the
 * sources, with hot reload. Throws if the port is taken.
 */
export async function startViteProxy(options: { port: number; host: string; backend: number }): Promise<ViteDevServer> {
  const { config } = (await loadConfigFromFile(
    { command: 'serve', mode: 'development' },
    join(ROOT, 'vite.config.ts'),
  )) ?? { config: {} };
  const http = createHttpServer((request, response) => {
    if (VITE_PATHS.test(request.url ?? '/')) vite.middlewares(request, response);
    else void forward(vite, options.backend, request, response);
  });
  const vite = await createServer({
    ...config,
    // The options in vite.config.ts bundle packages into the built renderer; here they are loaded from node_modules.
    ssr: {},
    configFile: false,
    root: ROOT,
    appType: 'custom',
    server: { middlewareMode: true, ws: { server: http } },
  });
  await new Promise<void>((done, fail) => http.once('error', fail).listen(options.port, options.host, done));
  return vite;
}

async function forward(
  vite: ViteDevServer,
  backend: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const reply = await requestBackend(backend, request);
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
    // Hot reload needs inline scripts and styles, which the Content-Security-Policy forbids.
    if (site) delete headers['content-security-policy'];
    response.writeHead(reply.statusCode ?? 502, headers);
    response.end(site ? await render(vite, request.url ?? '/', JSON.parse(site) as Site) : html);
  } catch (error) {
    vite.ssrFixStacktrace(error as Error);
    if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' });
    response.end((error as Error).stack);
  }
}

/** Sends the request to the server. Retries while the server restarts, which it does after each change. */
async function requestBackend(backend: number, request: IncomingMessage): Promise<IncomingMessage> {
  const body: Buffer[] = [];
  for await (const chunk of request) body.push(chunk as Buffer);
  const { method = 'GET', url = '/', headers } = request;
  const peer = request.socket.remoteAddress ?? 'unknown';
  const isLocal = isLoopbackAddress(peer);
  for (const deadline = Date.now() + 15_000; ; await sleep(100)) {
    try {
      return await new Promise<IncomingMessage>((done, fail) => {
        send({
          host: '127.0.0.1',
          port: backend,
          method,
          path: url,
          // Without X-Forwarded-For the server would treat a remote client as local, because the proxy is local.
          headers: { ...headers, 'accept-encoding': 'identity', ...(!isLocal && { 'x-forwarded-for': peer }) },
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

async function render(vite: ViteDevServer, url: string, site: Site): Promise<string> {
  const renderer = (await vite.ssrLoadModule('/web/app/ssr/entry-server.tsx')) as PageRenderer;
  const assets = { script: ENTRY, styles: [STYLES], preloads: [] };
  const { html } = await renderer.renderApp({ site, assets, url, nonce: 'dev', user: undefined });
  return vite.transformIndexHtml(url, html);
}
