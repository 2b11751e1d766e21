import { pictureObject } from '../../platform/storage/picture-objects.ts';

/** The sources of a static page's content. Both return null for a missing file. */
export interface StaticPageFiles {
  /** Returns a published picture by its object key. */
  picture: (key: string) => Promise<Buffer | null>;
  /** Returns a file of the web build by its path, such as /assets/font-1.woff2. */
  asset: (path: string) => Promise<Buffer | null>;
  /** Returns the own icon of the site. */
  icon: () => Promise<Buffer | null>;
}

/**
 * Attributes that the file does not need: several widths of a picture, the report of clicks, and hints to load a picture early.
 */
const LIVE_PARTS = / (?:srcset|sizes|ping|imagesrcset|imagesizes)="[^"]*"/gi;
/** A path of this site in an attribute. Text cannot match, because React escapes its quotes. */
const LINKED = /( (?:src|href)=")(\/[^"]*)/g;
/** A path of this site in the style sheet, which contains no text of the page. */
const STYLED = /(url\()(\/[^)]*)/g;
const TYPES: Record<string, string> = { woff2: 'font/woff2', svg: 'image/svg+xml', webp: 'image/webp' };

/**
 * Turns the document of a page into one file that looks the same anywhere: pictures and fonts are embedded, and other
 * addresses are absolute. External pictures stay external.
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

/** Returns a file as a data: URL; undefined if it is missing or not one of the page's files. */
async function embedded(path: string, { picture, asset, icon }: StaticPageFiles): Promise<string | undefined> {
  const [file = ''] = path.split('?');
  const type = TYPES[/\.(\w+)$/.exec(file)?.[1] ?? ''];
  if (!type) return undefined;
  const key = pictureObject(path);
  const read = key
    ? () => picture(key)
    : file === '/favicon.svg'
      ? icon
      : /^\/assets\/[\w.-]+$/.test(path)
        ? () => asset(path)
        : async () => null;
  const bytes = await read();
  return bytes ? `data:${type};base64,${bytes.toString('base64')}` : undefined;
}
