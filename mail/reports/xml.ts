import { MalformedReport } from '../message/mail-report.ts';

/** An element without its attributes; `text` is the text directly inside it. */
export interface XmlElement {
  /** Without a namespace prefix. */
  name: string;
  text: string;
  children: XmlElement[];
}

const MAX_DEPTH = 12;
/** Elements, comments and the like inside one child of the root, or between two. */
const MAX_ELEMENTS = 2000;
const MAX_TAG = 4096;
const MAX_TEXT = 8192;
const GT = 62;
const APOSTROPHE = 39;
const QUOTE = 34;

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Reads XML in one pass and yields each child of the root with all that is in it, so that a long document never is in memory
 * as a tree. Throws MalformedReport for another root, and for a document type declaration, so that there are no entities to
 * expand (RFC 9990 has none).
 */
export function* readXml(xml: string, rootName: string): Generator<XmlElement> {
  /** The open elements; the children of the root are not kept in it. */
  const open: XmlElement[] = [];
  let isStarted = false;
  let elements = 0;
  let at = 0;

  const count = () => {
    if (++elements > MAX_ELEMENTS) throw new MalformedReport('XML has too many elements in one record');
  };
  const start = (name: string) => {
    if (open.length === 0 && isStarted) throw new MalformedReport('XML with two roots');
    if (open.length === 0 && name !== rootName) throw new MalformedReport(`XML with the root ${name.slice(0, 40)}`);
    isStarted = true;
    if (open.length === MAX_DEPTH) throw new MalformedReport('XML is nested too deeply');
    if (open.length === 1) elements = 0;
    count();
    open.push({ name, text: '', children: [] });
  };
  /** Returns the ended element if it is a child of the root. */
  const end = (name: string): XmlElement | null => {
    const element = open.pop();
    if (element?.name !== name) throw new MalformedReport('XML with tags that do not match');
    element.text = element.text.trim();
    if (open.length === 1) return element;
    open.at(-1)?.children.push(element);
    return null;
  };
  const addText = (text: string) => {
    const element = open.at(-1);
    // Text between records needs no memory.
    if (!element || open.length === 1) return;
    element.text += text;
    if (element.text.length > MAX_TEXT) throw new MalformedReport('XML with a text that is too long');
  };

  for (;;) {
    const tag = xml.indexOf('<', at);
    if (tag < 0) break;
    if (tag > at) addText(decodeEntities(xml.slice(at, Math.min(tag, at + MAX_TEXT + 1))));
    if (xml[tag + 1] === '!' || xml[tag + 1] === '?') count();
    if (xml.startsWith('<!--', tag)) at = endOf(xml, '-->', tag + 4);
    else if (xml.startsWith('<?', tag)) at = endOf(xml, '?>', tag + 2);
    else if (xml.startsWith('<![CDATA[', tag)) {
      at = endOf(xml, ']]>', tag + 9);
      addText(xml.slice(tag + 9, Math.min(at - 3, tag + 10 + MAX_TEXT)));
    } else if (xml.startsWith('<!', tag)) throw new MalformedReport('XML with a document type declaration');
    else {
      const gt = tagEnd(xml, tag + 1);
      at = gt + 1;
      const isEnd = xml[tag + 1] === '/';
      const isEmpty = !isEnd && xml[gt - 1] === '/';
      const name = nameIn(xml.slice(tag + (isEnd ? 2 : 1), isEmpty ? gt - 1 : gt));
      if (!isEnd) start(name);
      const child = isEnd || isEmpty ? end(name) : null;
      if (child) yield child;
    }
  }
  if (open.length > 0 || !isStarted) throw new MalformedReport('XML that ends early');
}

/** Returns the text of the first descendant at a path of names; empty if none exists. */
export function textAt(element: XmlElement, ...path: string[]): string {
  let found: XmlElement | undefined = element;
  for (const name of path) found = found?.children.find((child) => child.name === name);
  return found?.text ?? '';
}

function endOf(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from);
  if (at < 0) throw new MalformedReport('XML that ends early');
  return at + mark.length;
}

/** The offset of the `>` of a tag, which attribute values may contain. */
function tagEnd(xml: string, from: number): number {
  let quote = 0;
  const last = Math.min(xml.length, from + MAX_TAG);
  for (let at = from; at < last; at++) {
    const char = xml.charCodeAt(at);
    if (quote !== 0) {
      if (char === quote) quote = 0;
    } else if (char === GT) return at;
    else if (char === QUOTE || char === APOSTROPHE) quote = char;
  }
  throw new MalformedReport('XML with a tag that does not end');
}

function nameIn(tag: string): string {
  const name = /^(?:[\w.-]+:)?([\w.-]+)(?=\s|$)/.exec(tag)?.[1];
  if (name === undefined) throw new MalformedReport('XML with a tag without a name');
  return name.toLowerCase();
}

/** Replaces the predefined entities and character references; a text never becomes longer. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
