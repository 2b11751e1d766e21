import { pictureObject } from '../../uploads/shared/picture-objects.ts';

/** Where a static page gets what it contains. Both return null for a file that is not there. */
export interface StaticPageFiles {
  /** A published picture by its object key. */
  picture: (key: string) => Promise<Buffer | null>;
  /** A file of the web build by its path, such as /assets/font-1.woff2. */
  asset: (path: string) => Promise<Buffer | null>;
}

/** Attributes of several widths, of which the file has one, and of the report of clicks. */
const LIVE_ATTRIBUTES = / (?:srcset|sizes|ping)="[^"]*"/gi;
/** A path of this site in an attribute or in the style sheet. Text cannot contain the quote, which React escapes there. */
const PATH = /( (?:src|href)="|url\()(\/[^")]*)/g;
const TYPES: Record<string, string> = { woff2: 'font/woff2', svg: 'image/svg+xml', webp: 'image/webp' };

/**
 * Turns the document of a page into one file that looks the same anywhere: its pictures and fonts are inside, and its other
 * addresses are complete. External pictures stay where they are.
 */
export async function toStaticPage(html: string, origin: string, files: StaticPageFiles): Promise<string> {
  const document = html.replace(LIVE_ATTRIBUTES, '');
  const replacements = new Map<string, string>();
  for (const [, , path = ''] of document.matchAll(PATH)) {
    if (!replacements.has(path)) replacements.set(path, (await embedded(path, files)) ?? origin + path);
  }
  return document.replace(PATH, (_match, before: string, path: string) => before + (replacements.get(path) ?? path));
}

/** Returns a file as a data: URL; undefined if it is not one of the page's files, or is not there. */
async function embedded(path: string, { picture, asset }: StaticPageFiles): Promise<string | undefined> {
  const type = TYPES[/\.(\w+)$/.exec(path)?.[1] ?? ''];
  if (!type) return undefined;
  const key = pictureObject(path);
  const bytes = key ? await picture(key) : /^\/assets\/[\w.-]+$/.test(path) ? await asset(path) : null;
  return bytes ? `data:${type};base64,${bytes.toString('base64')}` : undefined;
}
