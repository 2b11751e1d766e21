/** RFC 2047 2 allows 75 characters; many programs write more. */
const MAX_ENCODED_WORD = 300;

/**
 * Yields the addr-specs of an address list (RFC 5322 3.4): including group members, but without comments, display
 * names, encoded words and source routes. Takes linear time. Malformed items are skipped.
 */
export function* addressesIn(list: string): Generator<string> {
  let item = '';
  let angle: string | null = null;
  let hasAngle = false;
  const add = (text: string) => {
    if (angle === null) item += text;
    else angle += text;
  };
  for (let at = 0; at < list.length; at++) {
    const char = list[at] ?? '';
    if (char === '(') at = endOfComment(list, at);
    else if (char === '"') {
      const end = endOfQuotes(list, at);
      add(list.slice(at, end + 1));
      at = end;
    } else if (char === '=' && list[at + 1] === '?') {
      const length = encodedWordLength(list.slice(at, at + MAX_ENCODED_WORD));
      // The space makes the item invalid as an address: an encoded word is never part of one (RFC 2047 5).
      add(length === 0 ? char : '"" ');
      at += Math.max(0, length - 1);
    } else if (char === '<') {
      angle = '';
      hasAngle = true;
    } else if (char === '>' && angle !== null) {
      const route = angle.startsWith('@') ? angle.lastIndexOf(':') : -1;
      yield withoutSpace(angle.slice(route + 1));
      angle = null;
    } else if (angle === null && (char === ',' || char === ';')) {
      if (!hasAngle && item.includes('@')) yield withoutSpace(item);
      item = '';
      hasAngle = false;
    } else if (angle === null && char === ':') item = '';
    else add(char);
  }
  if (!hasAngle && item.includes('@')) yield withoutSpace(item);
}

/** Returns the length of the encoded word at the start of a text; 0 if the text does not start with one. */
function encodedWordLength(text: string): number {
  const [, charset = '', encoding = '', encoded] = text.split('?', 4);
  const length = 2 + charset.length + 1 + encoding.length + 1 + (encoded?.length ?? 0) + 2;
  const word = text.slice(0, length);
  return /^[bq]$/i.test(encoding) && word.endsWith('?=') && !/\s/.test(word) ? length : 0;
}

/** Removes the white space that may surround the parts of an address (RFC 5322 4.4) but must not split them. */
function withoutSpace(address: string): string {
  return address
    .trim()
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?([@.]) ?/g, '$1');
}

function endOfComment(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}

function endOfQuotes(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
