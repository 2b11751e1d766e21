import { BLOCK_TEXT_MAX, type BlockInput, block, isBlockAddress } from '../../../../contract/blocks/blocks.ts';
import { hidesItsHost } from '../../../../contract/social/hidden-host.ts';
import { networkOfAddress } from '../../../../contract/social/network-of-address.ts';
import { NETWORKS } from '../../../../contract/social/networks.ts';
import { collectData, type DataEntry } from './collect-data.ts';
import { collapsed, collectHtml } from './collect-html.ts';
import { sourceOf, withoutService } from './sources.ts';

/** Maximum characters of a page to import. */
export const MAX_IMPORT_LENGTH = 5_000_000;
/** Maximum characters of an address in a list. */
const MAX_ADDRESS = 2048;
/** Maximum number of blocks offered, and of links reported as left out. */
const MAX_FOUND = 200;
const MAX_LEFT = 200;

const CUT = `A title has at most ${BLOCK_TEXT_MAX.title} characters: the rest of this one is cut.`;

/** A block that can be imported. */
export type FoundBlock = Extract<BlockInput, { type: 'network' | 'link' | 'heading' }>;

/** Links that are left out, with the reasons. */
export interface LeftOut {
  what: string;
  reason: string;
}

export interface ReadPage {
  /** The service that made the page, if the page names it. */
  source: string | undefined;
  name: string;
  bio: string;
  found: FoundBlock[];
  left: LeftOut[];
}

/**
 * Reads the saved HTML of a page, or a list of links with one in each line. Nothing is loaded or run. Throws RangeError if the
 * text is longer than `MAX_IMPORT_LENGTH` or nested too deeply.
 */
export function readPage(text: string): ReadPage {
  if (text.length > MAX_IMPORT_LENGTH) throw new RangeError('The page is longer than 5 MB');
  return /<(?:!doctype|html|head|body|a|div|ul|script)\b/i.test(text) ? readHtml(text) : readList(text);
}

function readHtml(markup: string): ReadPage {
  const { anchors, data, title, heading, meta } = collectHtml(markup);
  const own = [meta.get('og:url') ?? '', meta.get('twitter:url') ?? ''];
  const source =
    own.map(sourceOf).find((name) => name !== undefined) ??
    sourceInText([title, meta.get('og:site_name'), meta.get('generator')]);
  // Data for search engines (JSON-LD) lists networks without titles, so the data with the most links is the page's own.
  const pages = data.flatMap((json) => collectData(json) ?? []);
  const best = pages.toSorted((a, b) => b.entries.length - a.entries.length)[0];
  const fromAnchors: DataEntry[] = anchors.map(({ url, text }) => ({ url, title: text }));
  const entries = best && best.entries.length >= 2 ? best.entries : fromAnchors;
  return {
    source,
    name: withoutService(best?.name || heading || meta.get('og:title') || title),
    bio: best?.bio || (meta.get('og:description') ?? meta.get('description') ?? '').trim(),
    ...toBlocks(entries, own),
  };
}

/** Lines such as `My shop https://shop.example`, `My shop: shop.example` or an address alone. */
function readList(text: string): ReadPage {
  const entries = text.split(/\r\n?|\n/u).flatMap((line): DataEntry[] => {
    const words = line.split(/[\s,;]+/u).filter(Boolean);
    const at = words.findIndex((word) => word.length <= MAX_ADDRESS && isAddress(word));
    if (words.length === 0) return [];
    const address = words[at] ?? line.trim();
    const title = words.filter((_word, index) => index !== at).join(' ');
    const hasScheme = /^(?:https?:\/\/|mailto:|tel:)/i.test(address);
    return [
      {
        url: at < 0 || hasScheme ? address : `https://${address}`,
        title: at < 0 ? '' : withoutColon(collapsed(title)),
      },
    ];
  });
  return { source: undefined, name: '', bio: '', ...toBlocks(entries, []) };
}

/** Returns whether a word is an address, with or without a scheme. */
function isAddress(word: string): boolean {
  return /^(?:https?:\/\/|mailto:|tel:)/i.test(word) || /^(?:[\w-]+\.)+[a-z]{2,}(?:\/|$)/iu.test(word);
}

/** Removes the mark between a title and its address. */
function withoutColon(title: string): string {
  return /[:|–—-]$/u.test(title) ? title.slice(0, -1).trimEnd() : title;
}

function sourceInText(texts: (string | undefined)[]): string | undefined {
  for (const name of ['Linktree', 'LinkStack', 'Beacons', 'Carrd', 'Bento']) {
    if (texts.some((text) => text?.toLowerCase().includes(name.toLowerCase()))) return name;
  }
  return undefined;
}

function toBlocks(entries: DataEntry[], own: string[]): Pick<ReadPage, 'found' | 'left'> {
  const found: FoundBlock[] = [];
  const left: LeftOut[] = [];
  const seen = new Set<string>();
  const leave = (what: string, reason: string) => {
    if (left.length < MAX_LEFT) left.push({ what: what.slice(0, 200) || 'A link without text', reason });
  };
  for (const { url: written, title } of entries) {
    const url = written && withoutSpaces(written);
    if (found.length >= MAX_FOUND) {
      leave('Everything further down', `At most ${MAX_FOUND} links are read at once.`);
      break;
    }
    if (url === null) {
      found.push({ type: 'heading', text: shortened(title, BLOCK_TEXT_MAX.heading) });
      continue;
    }
    const what = title || url;
    const reason = reasonAgainst(url, own);
    if (reason !== undefined) {
      if (reason !== '') leave(what, reason);
      continue;
    }
    if (seen.has(url)) {
      leave(what, 'The same address is on the page twice.');
      continue;
    }
    seen.add(url);
    const parsed = block.safeParse(blockOf(url, title));
    if (parsed.success) {
      found.push(parsed.data as FoundBlock);
      if (parsed.data.type === 'link' && isTooLong(title, BLOCK_TEXT_MAX.title)) leave(title, CUT);
    } else leave(what, parsed.error.issues[0]?.message ?? 'This link cannot be on a page here.');
  }
  return { found, left };
}

/** Writes spaces as browsers send them, so that `https://wa.me/33 6 12` is recognised and leads somewhere. */
function withoutSpaces(url: string): string {
  return /^https?:/i.test(url)
    ? url
        .trim()
        .replace(/[\t\r\n]/g, '')
        .replaceAll(' ', '%20')
    : url;
}

/** Returns why an address is left out; empty for parts of the page itself, which nobody misses. */
function reasonAgainst(url: string, own: string[]): string | undefined {
  if (url === '' || url.startsWith('#') || own.includes(url)) return '';
  if (!URL.canParse(url)) return 'The address leads only to a part of the old page.';
  if (!isBlockAddress(url)) return 'Only https, http, mailto and tel addresses can be linked.';
  if (hidesItsHost(url)) return 'The address hides where it leads.';
  const service = sourceOf(url);
  return service && `It leads to ${service} itself.`;
}

/** A profile of a network becomes a link of that network, unless its title differs from the name of the network. */
function blockOf(url: string, title: string): BlockInput {
  const network = networkOfAddress(url);
  const name = NETWORKS.find(({ id }) => id === network?.platform)?.name ?? '';
  const plain = title.toLowerCase();
  const namesIt =
    plain === '' ||
    plain.includes(name.toLowerCase()) ||
    plain.replace(/^@/, '') === network?.username.replace(/^@/, '').toLowerCase();
  if (network && namesIt) return { type: 'network', ...network };
  const host = new URL(url).host.replace(/^www\./, '') || url.replace(/^[a-z]+:/i, '');
  return { type: 'link', title: shortened(title || host, BLOCK_TEXT_MAX.title), url };
}

function shortened(text: string, max: number): string {
  return isTooLong(text, max) ? `${[...text].slice(0, max - 1).join('')}…` : text;
}

function isTooLong(text: string, max: number): boolean {
  return [...text].length > max;
}
