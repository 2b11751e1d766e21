import type { TestServer } from '../server/test-server.ts';

export const CHROME =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
export const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

export interface Browse {
  method?: 'GET' | 'HEAD' | 'POST';
  from?: string;
  headers?: Record<string, string>;
}

/** Requests a page, or sends a ping, as a browser from an address. Returns the status. */
export async function browse(server: TestServer, url: string, { method = 'GET', from, headers }: Browse = {}) {
  const response = await server.app.inject({
    method,
    url,
    remoteAddress: from ?? '192.0.2.1',
    headers: { host: server.config.site.host, 'user-agent': CHROME, ...headers },
    ...(method === 'POST' && { payload: 'PING' }),
  });
  return response.statusCode;
}

/** Sends a ping as browsers do for a link with rel=noreferrer. */
export async function ping(server: TestServer, url: string, { from, headers }: Browse = {}) {
  const own = {
    origin: 'null',
    'content-type': 'text/ping',
    'sec-fetch-site': 'same-origin',
    'sec-fetch-dest': 'empty',
  };
  return browse(server, url, { method: 'POST', ...(from && { from }), headers: { ...own, ...headers } });
}
