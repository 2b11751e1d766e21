import { type Field, fields, fieldValue } from '../message/header.ts';

const MAX_LINE_LENGTH = 76;

/** Returns the folded value of Authentication-Results (RFC 8601) and ARC-Authentication-Results. */
export function authenticationResultsValue(hostname: string, results: string): string {
  // The header of a message received without SMTPUTF8 must stay ASCII.
  const tokens = `${hostname}; ${results || 'none'}`.replace(/[^\x20-\x7e]/g, '?').split(' ');
  const lines: string[] = [];
  let line = '';
  for (const word of tokens) {
    if (line !== '' && (line.endsWith(';') || line.length + word.length >= MAX_LINE_LENGTH)) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\r\n\t');
}

/** Returns the Authentication-Results fields that carry one of our names (RFC 8601 5). */
export function forgedAuthenticationResults(head: Buffer, ownNames: string[]): Field[] {
  const own = new Set(ownNames.map((name) => name.toLowerCase()));
  return fields(head).filter(
    (field) => field.name === 'authentication-results' && own.has(authservId(fieldValue(head, field))),
  );
}

/** Returns the authserv-id of a value without comments and quotes. */
function authservId(value: string): string {
  let at = 0;
  let depth = 0;
  for (; at < value.length; at++) {
    const char = value[at];
    if (char === '(') depth++;
    else if (char === ')' && depth > 0) depth--;
    else if (depth === 0 && char !== ' ' && char !== '\t') break;
  }
  const rest = value.slice(at);
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(rest);
  const id = quoted?.[1] === undefined ? (/^[^\s;()]*/.exec(rest)?.[0] ?? '') : quoted[1].replace(/\\(.)/g, '$1');
  return id.toLowerCase().replace(/\.$/, '');
}
