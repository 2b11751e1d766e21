import { pictureObject } from '../../platform/storage/picture-objects.ts';

/** Where a static page gets what it contains. Both return null for a file that is not there. */
export interface StaticPageFiles {
  /** A published picture by its object key. */
  picture: (key: string) => Promise<Buffer | null>;
  /** A file of the web build by its path, such as /assets/font-1.woff2. */
  asset: (path: string) => Promise<Buffer | null>;
}

/** Attributes of several widths, of which the file has one, the report of clicks, and hints to load a picture early. */
const LIVE_PARTS = / (?:srcset|sizes|ping|imagesrcset|imagesizes)="[^"]*"/gi;
/** A path of this site in an attribute. Text cannot contain the quote, which React escapes there. */
const LINKED = /( (?:src|href)=")(\/[^"]*)/g;
/** A path of this site in the style sheet, which contains no text of the page. */
const STYLED = /(url\()(\/[^)]*)/g;
const TYPES: Record<string, string> = { woff2: 'font/woff2', svg: 'image/svg+xml', webp: 'image/webp' };

/**
 * Turns the document of a page into one file that looks the same anywhere: its pictures and fonts are inside, and its other
 * addresses are complete. External pictures stay where they are.
 */
export async function toStaticPage(html: string, origin: string, files: StaticPageFiles): Promise<string> {
  const document = html.replace(LIVE_PARTS, '');
  const [start, end] = [document.indexOf('<style>'), document.indexOf('</style>')];
  const style = document.slice(start, end);
  const replacements = new Map<string, string>();
  for (const [, , path = ''] of [...document.matchAll(LINKED), ...style.matchAll(STYLED)]) {
    if (!replacements.has(path)) replacements.set(path, (await embedded(path, files)) ?? origin + path);
  }
  const replace = (_match: string, before: string, path: string) => before + (replacements.get(path) ?? path);
  const around = (part: string) => part.replace(LINKED, replace);
  return around(document.slice(0, start)) + style.replace(STYLED, replace) + around(document.slice(end));
}

/** Returns a file as a data: URL; undefined if it is not one of the page's files, or is not there. */
async function embedded(path: string, { picture, asset }: StaticPageFiles): Promise<string | undefined> {
  const type = TYPES[/\.(\w+)$/.exec(path)?.[1] ?? ''];
  if (!type) return undefined;
  const key = pictureObject(path);
  const bytes = key ? await picture(key) : /^\/assets\/[\w.-]+$/.test(path) ? await asset(path) : null;
  return bytes ? `data:${type};base64,${bytes.toString('base64')}` : undefined;
}
