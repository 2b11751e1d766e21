import { collapsed } from './collect-html.ts';

/** A link or a heading in the data of a page. */
export interface DataEntry {
  url: string | null;
  title: string;
}

/** The content found in the data of a page. */
export interface PageData {
  entries: DataEntry[];
  name: string;
  bio: string;
}

/** Maximum number of nodes visited. */
const MAX_NODES = 200_000;
const MAX_ENTRIES = 2000;
const URL_KEYS = ['url', 'href', 'link', 'linkUrl', 'destination'];
const TITLE_KEYS = ['title', 'name', 'label', 'heading', 'text'];
/** Keys of objects in which builders keep the title that a person chose. */
const NESTED_TITLES = ['overrides', 'customData', 'content', 'data'];
const NAME_KEYS = ['pageTitle', 'displayName', 'name', 'username'];
const BIO_KEYS = ['description', 'bio', 'about'];
const ADDRESS = /^(?:https?:\/\/|mailto:|tel:)/i;
/** Addresses of other schemes, such as `javascript:`. With a title, they are listed as left out. */
const OTHER_ADDRESS = /^(?!data:image|blob:)[a-z][a-z\d+.-]{1,30}:\S/i;

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Finds links and headings in the JSON that builders put into their pages: objects with an address and a title, in lists. The
 * walk is iterative and bounded, so depth does not matter. Returns undefined if the text is not JSON or has no links.
 */
export function collectData(text: string): PageData | undefined {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return undefined;
  }
  const found: PageData = { entries: [], name: '', bio: '' };
  const seen = new Set<string>();
  const waiting: { value: unknown; isListed: boolean }[] = [{ value: root, isListed: false }];
  for (let nodes = 0; waiting.length > 0 && nodes < MAX_NODES; nodes += 1) {
    const { value, isListed } = waiting.pop() as (typeof waiting)[number];
    if (Array.isArray(value)) {
      // The last one pushed is visited first, so the list is pushed backwards.
      for (let at = Math.min(value.length, MAX_NODES) - 1; at >= 0; at -= 1)
        waiting.push({ value: value[at], isListed: true });
    } else if (isNode(value)) {
      const entry = isListed ? entryOf(value) : undefined;
      if (entry) {
        const key = JSON.stringify([entry.url, entry.url === null ? entry.title : '']);
        if (!seen.has(key) && found.entries.length < MAX_ENTRIES) found.entries.push(entry);
        seen.add(key);
        continue;
      }
      readOwner(value, found);
      for (const inner of Object.values(value).reverse()) {
        if (typeof inner === 'object' && inner !== null) waiting.push({ value: inner, isListed: false });
      }
    }
  }
  return found.entries.some(({ url }) => url !== null) ? found : undefined;
}

function entryOf(node: Node): DataEntry | undefined {
  const inner = isNode(node.data) ? node.data : {};
  const addresses = [node, inner].flatMap((of) => URL_KEYS.map((key) => of[key]));
  const find = (pattern: RegExp) => addresses.find((value) => typeof value === 'string' && pattern.test(value));
  const title = titleOf(node);
  const url = find(ADDRESS) ?? (title === '' ? undefined : find(OTHER_ADDRESS));
  if (typeof url === 'string') return { url: url.trim(), title };
  const types = [node.type, inner.type].filter((type) => typeof type === 'string');
  const isHeading = types.some((type) => /^(?:header|heading|section[-_]?header|title)$/i.test(type));
  return isHeading && title !== '' ? { url: null, title } : undefined;
}

function titleOf(node: Node): string {
  const places = [...NESTED_TITLES.map((key) => node[key]).filter(isNode), node];
  const nested = isNode(node.data) ? NESTED_TITLES.map((key) => (node.data as Node)[key]).filter(isNode) : [];
  for (const place of [...nested, ...places]) {
    const title = TITLE_KEYS.map((key) => place[key]).find((value) => typeof value === 'string' && value.trim() !== '');
    if (typeof title === 'string') return collapsed(title);
  }
  return '';
}

/** Reads name and text of the page from the object that has both, or that holds the links. */
function readOwner(node: Node, found: PageData): void {
  const isOwner =
    'links' in node || 'socialLinks' in node || ('username' in node && BIO_KEYS.some((key) => key in node));
  if (!isOwner) return;
  const first = (keys: string[]) =>
    keys.map((key) => node[key]).find((value) => typeof value === 'string' && value.trim() !== '');
  found.name ||= collapsed(String(first(NAME_KEYS) ?? ''));
  found.bio ||= String(first(BIO_KEYS) ?? '')
    .trim()
    .slice(0, 2000);
}
