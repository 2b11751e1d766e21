import { Parser } from 'htmlparser2';
import { MalformedReport } from '../message/mail-report.ts';

/** An element without its attributes; `text` is the text directly inside it. */
export interface XmlElement {
  /** Without a namespace prefix. */
  name: string;
  text: string;
  children: XmlElement[];
}

const MAX_DEPTH = 12;
/** Maximum number of elements, comments and the like inside one child of the root or between two children. */
const MAX_ELEMENTS = 2000;
const MAX_TAG = 4096;
const MAX_TEXT = 8192;
/** Number of characters parsed in one step. */
const CHUNK = 16 * 1024;

/**
 * Reads XML in one pass and yields each child of the root with its content: a long document is never in memory as a
 * tree. Throws MalformedReport for another root, and for a document type declaration, which leaves no entities to
 * expand (RFC 9990 has none).
 */
export function* readXml(xml: string, rootName: string): Generator<XmlElement> {
  /** The open elements. The root does not keep its children. */
  const open: XmlElement[] = [];
  let complete: XmlElement[] = [];
  let isStarted = false;
  let isOver = false;
  let elements = 0;
  let tagStart = 0;

  const count = () => {
    if (++elements > MAX_ELEMENTS) throw new MalformedReport('XML has too many elements in one record');
  };
  const parser: Parser = new Parser(
    {
      onopentagname(tag) {
        tagStart = parser.startIndex;
        const name = tag.replace(/^[^:]*:/, '');
        if (open.length === 0 && isStarted) throw new MalformedReport('XML with two roots');
        if (open.length === 0 && name !== rootName) throw new MalformedReport(`XML with the root ${name.slice(0, 40)}`);
        isStarted = true;
        if (open.length === MAX_DEPTH) throw new MalformedReport('XML is nested too deeply');
        if (open.length === 1) elements = 0;
        count();
        open.push({ name, text: '', children: [] });
      },
      onattribute() {
        if (parser.endIndex - tagStart > MAX_TAG) throw new MalformedReport('XML with a tag that does not end');
      },
      onclosetag(_name, isImplied) {
        if (isOver) throw new MalformedReport('XML that ends early');
        // A self-closing element ends with a slash; any other implied end means that the end tag is missing.
        if (isImplied && xml[parser.endIndex - 1] !== '/') throw new MalformedReport('XML with tags that do not match');
        const element = open.pop();
        if (!element) return;
        element.text = element.text.trim();
        if (open.length === 1) complete.push(element);
        else open.at(-1)?.children.push(element);
      },
      ontext(text) {
        const element = open.at(-1);
        // Text between records is not kept.
        if (!element || open.length === 1) return;
        element.text += text;
        if (element.text.length > MAX_TEXT) throw new MalformedReport('XML with a text that is too long');
      },
      oncomment: count,
      onprocessinginstruction(name) {
        if (name.startsWith('!')) throw new MalformedReport('XML with a document type declaration');
        count();
      },
    },
    { xmlMode: true, lowerCaseTags: true },
  );

  for (let at = 0; at < xml.length; at += CHUNK) {
    parser.write(xml.slice(at, at + CHUNK));
    yield* complete;
    complete = [];
  }
  isOver = true;
  parser.end();
  if (!isStarted) throw new MalformedReport('XML that ends early');
}

/** Returns the text of the first descendant at a path of names; empty if there is no such element. */
export function textAt(element: XmlElement, ...path: string[]): string {
  let found: XmlElement | undefined = element;
  for (const name of path) found = found?.children.find((child) => child.name === name);
  return found?.text ?? '';
}
