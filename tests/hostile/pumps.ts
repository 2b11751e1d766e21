import type { HostileCase } from '../support/parsers/linear-time.ts';

/** Longer than any of our limits. Quadratic time would take minutes. */
export const LONG = 500_000;
/** The length of the longest accepted header. */
export const HEAD = 250_000;
/** The lengths of the longest accepted reply line and TXT record. */
export const LINE = 4000;
export const RECORD = 60_000;

/** Strings that make parsers slow when repeated. */
const PUMPS = [
  ...[' ', '\t', 'a', '0', '.', '-', '=', ':', ';', ',', '"', '\\', '(', ')', '<', '>', '@', '%', '*', '\0', 'é'],
  ...[
    '\r',
    '\n',
    '\r\n',
    '\r\n ',
    ' \t',
    'a ',
    'a:',
    'a: \r\n',
    'a\r\n',
    ';a=',
    '; ',
    'a;',
    '.a',
    'a.',
    '-a',
    '()',
    '(a',
    '\\"',
  ],
  ...[
    'a@b.test, ',
    '<a@b.test>',
    '=?utf-8?q?a?= ',
    '=?',
    '"a" ',
    'a:;',
    'ip ',
    'block ip ',
    '\u2028',
    '%{i}',
    'i=1; ',
    'exceeded its ',
  ],
];

const repeat = (pump: string, length: number) => pump.repeat(Math.ceil(length / pump.length));
export const named = (text: string) => JSON.stringify(text);

/** Returns one case that runs a parser on each of the repeated strings. */
export function pumped(parser: string, length: number, run: (text: string) => unknown): HostileCase {
  return {
    name: parser,
    async run() {
      for (const pump of PUMPS) await run(repeat(pump, length));
    },
  };
}

/** Returns a case with a field `name` of the maximum header length, for each of the repeated strings. */
export function inHeader(parser: string, name: string, prefix: string, run: (head: Buffer) => unknown): HostileCase {
  return pumped(`${parser}: ${name}: ${prefix}...`, HEAD, (text) => {
    // Line ends occur only as folds, because the receiver rejects bare ones before a parser reads the header.
    const value = text.replaceAll(/\r\n ?|\r|\n/g, '\r\n ');
    return run(Buffer.from(`${name}: ${prefix}${value}\r\nFrom: a@b.test\r\nX: y\r\n\r\n`).subarray(0, 256 * 1024));
  });
}

/** Returns the cases, of which all but the first are long. */
export function firstShort(cases: HostileCase[]): HostileCase[] {
  return cases.map((one, at) => ({ ...one, isLong: at > 0 }));
}
