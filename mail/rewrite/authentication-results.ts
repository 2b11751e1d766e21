import { type Field, fields, fieldValue } from '../message/header.ts';

const LINE = 76;

/** What we have found, under our name, folded: the value of Authentication-Results (RFC 8601) and of its ARC kin. */
export function authenticationResultsValue(hostname: string, results: string): string {
  // A header of a message that came without SMTPUTF8 stays ASCII.
  const words = `${hostname}; ${results || 'none'}`.replace(/[^\x20-\x7e]/g, '?').split(' ');
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && (line.endsWith(';') || line.length + word.length >= LINE)) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\r\n\t');
}

/** The fields in which somebody else speaks under one of our names about what we have verified (RFC 8601 5). */
export function isForgedAuthenticationResults(head: Buffer, ownNames: string[]): Field[] {
  const own = new Set(ownNames.map((name) => name.toLowerCase()));
  return fields(head).filter(
    (field) => field.name === 'authentication-results' && own.has(serviceId(fieldValue(head, field))),
  );
}

/** The authserv-id at the start of a value, comments and quotes taken off. */
function serviceId(value: string): string {
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
