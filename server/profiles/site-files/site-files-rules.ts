import sharp from 'sharp';
import type { PageRenderer, Site } from '../../../contract/documents.ts';
import { pages as paths } from '../../../contract/paths.ts';
import { accentGradient } from '../../../contract/site/accent.ts';
import { hasOwnMark, siteFile, siteFilesVersion } from '../../../contract/site/site-files.ts';
import type { SiteIdentity } from '../../../contract/site/site-identity.ts';
import type { EmailPicture } from '../../emails/shared/layout/brand.ts';
import { siteFile as standardFile } from '../../platform/http/pages/site-files.ts';
import { pictureObjects } from '../../platform/storage/picture-objects.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { drawText, type SocialImageContent } from '../social-image/draw.ts';
import { setFontCache } from '../social-image/fit-text.ts';
import { drawableText } from '../social-image/graphemes.ts';
import { drawEmailLogo, drawMark, type Mark, type SitePictures } from './draw-mark.ts';
import { ico } from './ico.ts';

interface Parts {
  site: Site;
  storage: Pick<Storage, 'get'>;
  renderer: Pick<PageRenderer, 'renderSocialImageArt'>;
  /** A folder for files that can be recreated, such as the index of the fonts. */
  cacheFolder: string;
}

/** The icons, by address: their size, and whether they fill the square. */
const ICONS: Record<string, { size: number; isFull: boolean }> = {
  '/apple-touch-icon.png': { size: 180, isFull: true },
  '/icons/192.png': { size: 192, isFull: false },
  '/icons/512.png': { size: 512, isFull: false },
  '/icons/maskable-192.png': { size: 192, isFull: true },
  '/icons/maskable-512.png': { size: 512, isFull: true },
};
const MAX_LENGTH = { name: 120, line: 400 };
/** The line of the sharing image of a site without its own. */
export const STANDARD_LINE = 'A page for all your links, and an email address that forwards to your real inbox.';

/**
 * The icons, the manifest and the sharing image of the site: the standard files, or those made from its document. A file
 * is made at its first use and kept in memory until the document changes.
 */
export class SiteFiles {
  readonly #parts: Parts;
  #version: string | null = null;
  #made = new Map<string, Promise<Buffer>>();
  #mark: Promise<Mark> | undefined;
  #emailPicture: Promise<EmailPicture | undefined> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    setFontCache(parts.cacheFolder);
  }

  /** Returns a file by its well-known address. */
  async file(address: string): Promise<Buffer> {
    const { site } = this.#parts;
    this.#forgetOlder();
    const isOwn = address === paths.siteImage() ? this.#version !== null : hasOwnMark(site);
    if (address !== paths.manifest() && !isOwn) return standardFile(address);
    const files = this.#made;
    const made = files.get(address) ?? this.#make(address);
    files.set(address, made);
    made.catch(() => files.delete(address));
    return made;
  }

  /**
   * Returns the logo or the icon for emails; undefined if the site has none, or if it cannot be read, because an email
   * is better without it than late.
   */
  async emailPicture(): Promise<EmailPicture | undefined> {
    const { site } = this.#parts;
    if (site.logo === null && site.icon === null) return undefined;
    this.#forgetOlder();
    this.#emailPicture ??= this.#drawEmailPicture();
    return this.#emailPicture.catch(() => {
      this.#emailPicture = undefined;
      return undefined;
    });
  }

  async #drawEmailPicture(): Promise<EmailPicture | undefined> {
    const { site } = this.#parts;
    const logo = await this.#picture(site.logo);
    if (logo) return drawEmailLogo(logo);
    const { shaped } = await this.#drawnMark();
    return { png: await resized(shaped, 64), width: 32, height: 32 };
  }

  /** Drops what was made for an earlier document. */
  #forgetOlder(): void {
    const version = siteFilesVersion(this.#parts.site);
    if (version === this.#version) return;
    this.#version = version;
    this.#made = new Map();
    this.#mark = undefined;
    this.#emailPicture = undefined;
  }

  async #make(address: string): Promise<Buffer> {
    if (address === paths.manifest()) return ownManifest(await standardFile(address), this.#parts.site);
    const mark = await this.#drawnMark();
    if (address === paths.siteImage()) return this.#drawImage(mark);
    if (address === '/favicon.svg') return asSvg(await resized(mark.shaped, 192));
    if (address === '/favicon.ico') {
      return ico(
        await Promise.all([16, 32, 48].map(async (size) => ({ size, png: await resized(mark.shaped, size) }))),
      );
    }
    const icon = ICONS[address];
    if (!icon) throw new Error(`no file of the site: ${address}`);
    return resized(icon.isFull ? mark.full : mark.shaped, icon.size);
  }

  #drawnMark(): Promise<Mark> {
    const { site } = this.#parts;
    this.#mark ??= this.#pictures().then((pictures) => drawMark(site, pictures));
    this.#mark.catch(() => {
      this.#mark = undefined;
    });
    return this.#mark;
  }

  async #pictures(): Promise<SitePictures> {
    const { icon, logo } = this.#parts.site;
    return { icon: await this.#picture(icon), logo: icon === null ? await this.#picture(logo) : null };
  }

  async #picture(path: string | null): Promise<Buffer | null> {
    const key = pictureObjects(path).at(-1);
    return key === undefined ? null : this.#parts.storage.get(key);
  }

  /** Draws the sharing image: the mark, the name, the host and the line, in the colours of the accent. */
  async #drawImage(mark: Mark): Promise<Buffer> {
    const { site, renderer } = this.#parts;
    return drawText(renderer, {
      initial: '',
      portrait: mark.full,
      name: drawableText(site.name, MAX_LENGTH.name) || site.host,
      address: site.host,
      bio: drawableText(site.line ?? STANDARD_LINE, MAX_LENGTH.line),
      ...imageColours(site.accent),
    });
  }
}

/** Returns the theme of the sharing image: the one of the standard image, or the one whose drawing has the accent's colours. */
function imageColours(accent: SiteIdentity['accent']): Pick<SocialImageContent, 'template' | 'look'> {
  if (accent === null) return { template: 'neon', look: null };
  const { start, end } = accentGradient(accent);
  return {
    template: 'minimal',
    look: { accent: start, background: { kind: 'gradient', from: start, to: end, angle: 120 } },
  };
}

function resized(png: Buffer, size: number): Promise<Buffer> {
  return sharp(png).resize(size, size).png({ compressionLevel: 9 }).toBuffer();
}

/** Returns an SVG that shows a PNG. */
function asSvg(png: Buffer): Buffer {
  const address = `data:image/png;base64,${png.toString('base64')}`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><image width="32" height="32" href="${address}"/></svg>`,
  );
}

/** Returns the web app manifest with the name, the line and the icons of the site. */
function ownManifest(file: Buffer, site: Site): Buffer {
  const { name, line } = site;
  const manifest = JSON.parse(file.toString()) as { description: string; icons: { src: string }[] };
  const icons = manifest.icons.map((icon) => ({ ...icon, src: siteFile(site, icon.src) }));
  const description = line ?? manifest.description;
  return Buffer.from(JSON.stringify({ ...manifest, icons, description, name, short_name: name }));
}
