import { Parser } from 'htmlparser2';

/** The content of a saved page, in document order. White space is collapsed, and long texts are cut. */
export interface CollectedPage {
  anchors: { url: string; text: string }[];
  /** Texts of script elements that hold JSON. */
  data: string[];
  /** Content of the title, of the first h1, and of meta elements by their lower-case name or property. */
  title: string;
  heading: string;
  meta: Map<string, string>;
}

const MAX_ANCHORS = 2000;
/**
 * Maximum nesting depth. The parser's time for each element grows with its depth; real pages have fewer than 100
 * levels.
 */
const MAX_DEPTH = 1000;
const MAX_TEXT = 500;
/** Elements whose text a page does not show. */
const SILENT = new Set(['script', 'style', 'template', 'noscript', 'svg']);
const JSON_TYPES = /^application\/(?:ld\+)?json$/i;

/**
 * Reads HTML as text: nothing is rendered, run or loaded. Linear in its length. Throws RangeError if elements are nested more than
 * `MAX_DEPTH` deep.
 */
export function collectHtml(markup: string): CollectedPage {
  const page: CollectedPage = { anchors: [], data: [], title: '', heading: '', meta: new Map() };
  let anchor: { url: string; text: string; label: string } | undefined;
  let isTitle = false;
  let isHeading = false;
  let json: string[] | undefined;
  let silent = 0;
  let depth = 0;

  const endAnchor = () => {
    if (!anchor) return;
    const text = collapsed(anchor.text) || collapsed(anchor.label);
    if (page.anchors.length < MAX_ANCHORS) page.anchors.push({ url: anchor.url, text });
    anchor = undefined;
  };

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > MAX_DEPTH) throw new RangeError('The elements of the page are nested too deeply');
        if (name === 'script' && JSON_TYPES.test(attributes.type ?? '')) json = [];
        if (SILENT.has(name)) silent += 1;
        if (name === 'a') {
          endAnchor();
          const { href, title = '' } = attributes;
          const label = attributes['aria-label'] ?? title;
          if (href !== undefined) anchor = { url: href.trim(), text: '', label };
        }
        if (name === 'img' && anchor && attributes.alt) anchor.label ||= attributes.alt;
        if (name === 'title') isTitle = page.title === '' && silent === 0;
        if (name === 'h1') isHeading = page.heading === '';
        if (name === 'meta') {
          const key = (attributes.property ?? attributes.name ?? '').toLowerCase();
          if (key !== '' && page.meta.size < 200)
            page.meta.set(key.slice(0, 100), (attributes.content ?? '').slice(0, 2000));
        }
      },
      ontext(text) {
        if (json) json.push(text);
        else if (silent > 0) return;
        else if (isTitle) page.title = cut(page.title + text);
        else {
          if (isHeading) page.heading = cut(page.heading + text);
          // A space keeps the words of neighbouring elements apart.
          if (anchor && anchor.text.length < MAX_TEXT) anchor.text += `${text.slice(0, MAX_TEXT)} `;
        }
      },
      onclosetag(name) {
        depth -= 1;
        if (name === 'script' && json) {
          page.data.push(json.join(''));
          json = undefined;
        }
        if (SILENT.has(name)) silent = Math.max(0, silent - 1);
        if (name === 'a') endAnchor();
        if (name === 'title') isTitle = false;
        if (name === 'h1') isHeading = false;
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.write(markup);
  parser.end();
  endAnchor();
  page.title = collapsed(page.title);
  page.heading = collapsed(page.heading);
  return page;
}

const cut = (text: string) => text.slice(0, MAX_TEXT);

/** Returns a text in one line, without the white space around it. */
export function collapsed(text: string): string {
  return text.split(/\s+/u).filter(Boolean).join(' ').slice(0, MAX_TEXT);
}
