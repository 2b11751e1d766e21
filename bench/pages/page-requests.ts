import { type Browser, chromium } from 'playwright';
import { CHROMIUM_FLAGS } from '../../tools/chromium.ts';
import { fetchPage } from './first-response.ts';

export interface Visit {
  /** Requests by kind, including the request for the document. */
  requests: Record<string, number>;
  /** Gzipped bytes of the scripts named in the document, without which the page does not become interactive. */
  needed: number;
  /** Gzipped bytes of the scripts that other scripts load. */
  later: number;
  /** URLs of requests that failed or went to another origin. */
  strays: string[];
}

/** Opens each page in a new browser context, and records its requests until the network is idle. */
export async function visitPages(urls: string[], executablePath: string): Promise<Visit[]> {
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    const visits: Visit[] = [];
    for (const url of urls) visits.push(await visit(browser, url));
    return visits;
  } finally {
    await browser.close();
  }
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const { origin } = new URL(url);
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const result: Visit = { requests: {}, needed: 0, later: 0, strays: [] };
  const scripts: string[] = [];
  page.on('request', (request) => {
    const kind = request.resourceType();
    result.requests[kind] = (result.requests[kind] ?? 0) + 1;
    if (kind === 'script') scripts.push(request.url());
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:'))
      result.strays.push(request.url());
  });
  page.on('requestfailed', (request) => result.strays.push(`failed: ${request.url()}`));
  const document = await page.goto(url, { waitUntil: 'networkidle' });
  const named = (await document?.text()) ?? '';
  await page.close();
  for (const script of new Set(scripts)) {
    const { body } = await fetchGzipped(script);
    if (named.includes(`"${script.slice(origin.length)}"`)) result.needed += body.length;
    else result.later += body.length;
  }
  return result;
}

/** Fetches a file with gzip, or uncompressed if compression would make it larger and the server therefore skips it. */
async function fetchGzipped(url: string): Promise<{ body: Buffer }> {
  return fetchPage(url, 'gzip').catch(() => fetchPage(url, 'identity'));
}
