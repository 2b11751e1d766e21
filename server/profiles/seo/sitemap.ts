import { pages } from '../../../contract/paths.ts';

/** Handle ids of one sitemap file; the format allows 50,000 addresses a file (sitemaps.org). */
export const IDS_PER_FILE = 10_000;

/** Pages that are not profiles. */
export const SITE_PAGES = [pages.home(), pages.create(), pages.emailForwarding(), pages.tos(), pages.privacy()];

export interface SitemapEntry {
  path: string;
  changed?: Date;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Returns the index of the sitemap files. */
export function sitemapIndex(origin: string, files: number[]): string {
  const entries = files.map((file) => `<sitemap><loc>${origin}${pages.sitemap(file)}</loc></sitemap>\n`);
  return `${HEAD}<sitemapindex ${SPACE}>\n${entries.join('')}</sitemapindex>\n`;
}

/** Streams one sitemap file. Paths must not contain markup. */
export async function* sitemapFile(origin: string, batches: AsyncIterable<SitemapEntry[]>): AsyncGenerator<string> {
  yield `${HEAD}<urlset ${SPACE}>\n`;
  for await (const batch of batches) {
    yield batch
      .map(({ path, changed }) => {
        const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : '';
        return `<url><loc>${origin}${path}</loc>${lastmod}</url>\n`;
      })
      .join('');
  }
  yield '</urlset>\n';
}
