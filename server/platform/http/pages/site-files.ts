import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pages } from '../../../../contract/paths.ts';
import { WEB_FILES } from './renderer.ts';

/** Files of the web build at well-known paths, with their types. */
export const SITE_FILES: Record<string, string> = {
  '/favicon.ico': 'image/x-icon',
  '/favicon.svg': 'image/svg+xml',
  '/apple-touch-icon.png': 'image/png',
  '/icons/192.png': 'image/png',
  '/icons/512.png': 'image/png',
  '/icons/maskable-192.png': 'image/png',
  '/icons/maskable-512.png': 'image/png',
  [pages.manifest()]: 'application/manifest+json',
  [pages.siteImage()]: 'image/png',
};

const cache = new Map<string, Promise<Buffer>>();

/** Returns one of SITE_FILES; it is read once. */
export function siteFile(address: string): Promise<Buffer> {
  let file = cache.get(address);
  if (!file) {
    file = readFile(path.join(WEB_FILES, address));
    file.catch(() => cache.delete(address));
    cache.set(address, file);
  }
  return file;
}
